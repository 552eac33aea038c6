import { isObject } from '@toolwire/internal';
import {
  applyEdits,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type ConfigFormat, UnreadableConfig } from './mcp-client.ts';

/** A JSON file, possibly with comments, with servers in a property of its root. */
export function jsonConfig(member: string): ConfigFormat {
  return {
    servers(text) {
      const servers = readRoot(text)[member];
      return new Map(isObject(servers) ? Object.entries(servers) : []);
    },
    withServer(text, name, entry) {
      const { [member]: servers = {} } = readRoot(text);
      if (!isObject(servers)) {
        throw new UnreadableConfig(`its "${member}" is not an object`);
      }
      const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
      const bare = text.slice(mark.length);
      const isNew = bare.trim() === '';
      const before = isNew ? '{}' : bare;
      if (entry === undefined && Object.keys(servers).every((key) => key === name)) {
        return mark + withoutOnlyMember(before, [member, name]);
      }
      const edits = modify(before, [member, name], entry, { formattingOptions: styleOf(before) });
      return `${mark}${applyEdits(before, edits)}${isNew ? '\n' : ''}`;
    },
  };
}

/** Removes the only member of an object. The parser itself would leave the comma after it, and remove the comments before it. */
function withoutOnlyMember(text: string, path: readonly string[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const member = root && findNodeAtLocation(root, [...path])?.parent;
  if (member?.parent === undefined) return text;
  const start = text.slice(0, member.parent.offset + 1);
  const comments = text.slice(start.length, member.offset);
  const rest = text.slice(0, member.offset) + text.slice(member.offset + member.length);
  const errors: ParseError[] = [];
  parseTree(rest, errors, { allowTrailingComma: true });
  // Only the comma can be an error.
  const comma = errors[0]?.offset ?? rest.length;
  const end = rest.slice(member.offset, comma) + rest.slice(comma + 1);
  return start + (comments.trim() === '' ? '' : comments) + end.trimStart();
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
