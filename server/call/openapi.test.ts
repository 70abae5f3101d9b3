import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listCalls } from '@bilim/contract/calls-by-room.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';

interface Operation {
  readonly tags?: string[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: { readonly properties?: object } }> };
  readonly parameters?: { readonly name: string; readonly in: string }[];
}

/** A path as OpenAPI writes it: parameters in braces, the rest of an address too. */
const describedPath = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{*}');

let portal: TestPortal;
let paths: Record<string, Record<string, Operation>>;
before(async () => {
  portal = await openPortal();
  const response = await fetch(`${portal.base}/api/openapi.json`);
  assert.equal(response.status, 200);
  const document = (await response.json()) as { openapi: string; paths: typeof paths };
  assert.match(document.openapi, /^3\./);
  paths = document.paths;
});
after(() => portal.close());

test('[BASE-08] the description holds every call of the contract, and nothing else', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = listCalls().map(({ call }) => `${call.method} ${describedPath(call.path)}`);
  assert.deepEqual(described.sort(), expected.sort());
});

test('[BASE-08] each call is described with its room and all fields of its request', () => {
  for (const { room, name, call } of listCalls()) {
    const operation = paths[describedPath(call.path)]?.[call.method.toLowerCase()];
    assert.deepEqual(operation?.tags, [room], name);
    const fields = Object.keys(call.input.properties).sort();
    const content = Object.entries(operation?.requestBody?.content ?? {});
    const described =
      call.method === 'GET'
        ? (operation?.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name)
        : content.flatMap(([, { schema }]) => Object.keys(schema.properties ?? {}));
    assert.deepEqual(described.sort(), fields, `${room}.${name}`);
    if (content.length) assert.equal(content[0]?.[0], call.files ? 'multipart/form-data' : 'application/json');
  }
});
