/** The XML parser that the workbook reader brings along; it has no types of its own. */
declare module 'saxen' {
  type Attributes = Readonly<Record<string, string>>;
  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: () => Attributes) => void): this;
    on(event: 'closeTag' | 'text', listener: (text: string) => void): this;
    on(event: 'error', listener: (failure: Error) => void): this;
    parse(xml: string): void;
  }
}
