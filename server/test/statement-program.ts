import { fileURLToPath } from 'node:url';
import {
  isAwaitExpression,
  isExpressionStatement,
  isNoSubstitutionTemplateLiteral,
  isTaggedTemplateExpression,
  type Node,
  type SourceFile,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast';
import { API, type Project, type Type } from 'typescript/unstable/sync';

const home = fileURLToPath(new URL('../..', import.meta.url));

/** A template of SQL as it is in the sources. */
export interface WrittenStatement {
  readonly place: string;
  /** What is between its values. */
  readonly parts: readonly string[];
  readonly values: readonly Type[];
  /** Type of its rows; null: it says none. */
  readonly row: Type | null;
  /** Whether whoever sends it does something with its rows. */
  readonly usesRows: boolean;
  /** It is sent as it is; otherwise it may only become part of others. */
  readonly isSent: boolean;
}

/** A function that a file exports. */
export interface ExportedFunction {
  readonly path: string;
  readonly name: string;
  readonly type: Type;
}

/** The server's program, as the compiler knows it. */
export class StatementProgram implements Disposable {
  readonly project: Project;
  readonly #api = new API({ cwd: home });

  constructor() {
    const [project] = this.#api.updateSnapshot({ openProjects: [`${home}tsconfig.server.json`] }).getProjects();
    if (!project) throw new Error('the compiler knows no project of the server');
    this.project = project;
  }

  [Symbol.dispose](): void {
    this.#api.close();
  }

  #source(path: string): SourceFile {
    const source = this.project.program.getSourceFile(home + path);
    if (!source) throw new Error(`the server's program has no ${path}`);
    return source;
  }

  statementsOf(path: string): WrittenStatement[] {
    const source = this.#source(path);
    const found: WrittenStatement[] = [];
    const visit = (node: Node): void => {
      if (isTaggedTemplateExpression(node)) found.push(this.#statement(source, node, path));
      node.forEachChild(visit);
    };
    visit(source);
    return found;
  }

  #statement(source: SourceFile, node: TaggedTemplateExpression, path: string): WrittenStatement {
    const { checker } = this.project;
    const line = source.text.slice(0, node.end).split('\n').length;
    const { template, typeArguments } = node;
    const spans = isNoSubstitutionTemplateLiteral(template) ? [] : template.templateSpans;
    const first = isNoSubstitutionTemplateLiteral(template) ? template : template.head;
    const rows = typeArguments?.[0] && checker.getTypeFromTypeNode(typeArguments[0]);
    return {
      place: `${path}:${line}`,
      parts: [first.text, ...spans.map(({ literal }) => literal.text)],
      values: checker.getTypeAtLocation(spans.map(({ expression }) => expression)).flatMap((type) => type ?? []),
      row: (rows?.isTypeReference() && checker.getTypeArguments(rows)[0]) || null,
      isSent: Boolean(typeArguments?.length) || isAwaitExpression(node.parent),
      usesRows: isAwaitExpression(node.parent) && !isExpressionStatement(node.parent.parent),
    };
  }

  functionsOf(path: string): ExportedFunction[] {
    const { checker } = this.project;
    const module = checker.getSymbolAtLocation(this.#source(path));
    return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) => {
      const type = checker.getTypeOfSymbol(symbol);
      return type ? [{ path, name: symbol.name, type }] : [];
    });
  }
}
