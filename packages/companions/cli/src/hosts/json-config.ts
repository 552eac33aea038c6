import { isObject } from '@toolwire/internal';
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { ConfigFormat } from './config-format.ts';
import { UnreadableConfig } from './unreadable-config.ts';

/** A file of JSON, perhaps with comments, with servers under a member of its root. */
export function jsonConfig(member: string): ConfigFormat {
  return {
    servers(text) {
      const servers = read(text)[member];
      return new Map(isObject(servers) ? Object.entries(servers) : []);
    },
    withServer(text, name, form) {
      const root = read(text);
      if (root[member] !== undefined && !isObject(root[member])) {
        throw new UnreadableConfig(`its "${member}" is no object`);
      }
      const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
      const bare = text.slice(mark.length);
      const isNew = bare.trim() === '';
      const before = isNew ? '{}' : bare;
      const edits = modify(before, [member, name], form, { formattingOptions: styleOf(before) });
      return `${mark}${applyEdits(before, edits)}${isNew ? '\n' : ''}`;
    },
  };
}

function read(text: string): Readonly<Record<string, unknown>> {
  const bare = text.replace(/^\uFEFF/, '');
  if (bare.trim() === '') return {};
  const errors: ParseError[] = [];
  const root: unknown = parse(bare, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = bare.slice(0, first.offset).split('\n').length;
    throw new UnreadableConfig(`line ${line} is no JSON (${printParseErrorCode(first.error)})`);
  }
  if (!isObject(root)) throw new UnreadableConfig('it is JSON, and no object');
  return root;
}

/** As the file is indented, and its lines end. */
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
