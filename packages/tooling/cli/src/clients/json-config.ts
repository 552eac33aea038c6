import { isObject } from '@toolwire/internal';
import { applyEdits, modify, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type ConfigFormat, UnreadableConfig } from './mcp-client.ts';

/** A JSON file, possibly with comments, with servers in a property of its root. */
export function jsonConfig(member: string): ConfigFormat {
  return {
    servers(text) {
      const servers = readRoot(text)[member];
      return new Map(isObject(servers) ? Object.entries(servers) : []);
    },
    withServer(text, name, entry) {
      const servers = readRoot(text)[member] ?? {};
      if (!isObject(servers)) {
        throw new UnreadableConfig(`its "${member}" is not an object`);
      }
      const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
      const bare = text.slice(mark.length);
      const isNew = bare.trim() === '';
      const before = isNew ? '{}' : bare;
      const [first, ...others] = Object.keys(servers);
      const isEmptied = entry === undefined && first === name && others.length === 0;
      const options = { formattingOptions: styleOf(before) };
      // Removing the only server would leave its trailing comma, which is not valid JSON in an empty object.
      const edits = isEmptied ? modify(before, [member], {}, options) : modify(before, [member, name], entry, options);
      return `${mark}${applyEdits(before, edits)}${isNew ? '\n' : ''}`;
    },
  };
}

function readRoot(text: string): Readonly<Record<string, unknown>> {
  const bare = text.replace(/^\uFEFF/, '');
  if (bare.trim() === '') return {};
  const errors: ParseError[] = [];
  const root = valueOf(parseTree(bare, errors, { allowTrailingComma: true }));
  const [first] = errors;
  if (first !== undefined) {
    const line = bare.slice(0, first.offset).split('\n').length;
    throw new UnreadableConfig(`line ${line} is not valid JSON (${printParseErrorCode(first.error)})`);
  }
  if (!isObject(root)) throw new UnreadableConfig('it does not contain a JSON object');
  return root;
}

/** The value of a node. The parser itself would set the prototype of an object for a member `__proto__`. */
function valueOf(node: Node | undefined): unknown {
  const children = node?.children ?? [];
  if (node?.type === 'array') return children.map(valueOf);
  if (node?.type !== 'object') return node?.value as unknown;
  const entries = children.map(({ children: [name, value] = [] }) => [String(name?.value), valueOf(value)] as const);
  return Object.fromEntries(entries);
}

/** Detects the indentation and line endings of a file. */
function styleOf(text: string): {
  readonly insertSpaces: boolean;
  readonly tabSize: number;
  readonly eol: string;
} {
  const [, indent = '  '] = /\n([ \t]+)["/]/.exec(text) ?? [];
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
