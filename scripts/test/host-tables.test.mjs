import { describe, expect, it } from 'vitest';
import { frameworkTable, pagesWithoutRow } from '../framework-table.mjs';
import { hostPage, hostTables } from '../host-tables.mjs';
import { readText } from '../packages.mjs';

/**
 * @param {readonly string[]} titles
 * @param {string} [state]
 * @param {string} [note]
 */
const result = (titles, state = 'passed', note) => ({ titles, state, note, message: undefined });

const tables = hostTables([
  result(['node:http', 'bodies unread', 'Bodies', 'a body arrives']),
  result(['node:http', 'bodies unread', 'Bodies', 'a body is refused'], 'failed'),
  result(['hono', 'bodies unread', 'Bodies', 'a body arrives'], 'skipped', '1. it has none'),
  result(['hono', 'bodies unread', 'Bodies', 'a body is refused']),
  result(['hono', 'bodies parsed', 'Bodies', 'a body is refused'], 'skipped', '2. it is parsed'),
  result(['hono', 'bodies unread', 'the standard', 'Open Tool Calling 1.0', 'List tools', 'lists']),
  result(['hono', 'bodies unread', 'the standard', 'Open Tool Calling 1.0', 'Call tool', 'calls']),
  result(['node:http', 'bodies unread', 'the standard', 'Open Tool Calling 1.0', 'Call tool', 'calls']),
  result(['hono', 'bodies unread', 'the standard', 'Open Tool Calling 1.0', 'no variant given', 'signs in'], 'skipped'),
  result(['a test of something else', 'works']),
]);

describe('the tables of frameworks', () => {
  it('show passed and failed cases, and exceptions', () => {
    expect(tables.long.split('\n')).toEqual([
      '| case | node:http | hono |',
      '| --- | --- | --- |',
      '| Bodies: a body arrives | ✓ | – <sup>1</sup> |',
      '| Bodies: a body is refused | ✗ | ✓ <sup>2</sup> |',
      '| Open Tool Calling 1.0 (2 cases) | ✓ | ✓ |',
    ]);
  });

  it('count the cases of each group', () => {
    expect(tables.short.split('\n').slice(2)).toEqual([
      '| Bodies (2 cases) | ✗ | ✓ <sup>1</sup> <sup>2</sup> |',
      '| Open Tool Calling 1.0 (2 cases) | ✓ | ✓ |',
    ]);
  });

  it('name the installed version and the page of each framework, as docs/hosts.md does', () => {
    expect(readText('docs/hosts.md')).toContain(frameworkTable());
    expect(pagesWithoutRow()).toEqual([]);
  });

  it('explain every exception', () => {
    expect(tables.notes).toBe('1. it has none (bodies unread; 1 case)\n2. it is parsed (bodies parsed; 1 case)');
    expect(hostPage(tables)).toContain(tables.notes);
  });
});
