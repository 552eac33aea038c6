import { describe, expect, it } from 'vitest';
import { definedIds, findUnknownCitations } from '../citations.mjs';

const defined = definedIds([
  '| E01 | the path, unlike E97 |\n| E02, E03 | wrappers |\n| [E01 to E96](#all) | all |',
  "['OTC-CALL-07', 'MUST', 'As OTC-CALL-98.'],",
  '**ARC-01: why** it is so. ARC-97 has no paragraph.',
]);
const messages = (text) => findUnknownCitations(text, defined).map(({ message }) => message);

describe('a citation', () => {
  it.each([
    '// E01: alias',
    '// E02 to E03',
    '// OTC-CALL-07',
    '// ARC-01',
    '// RFC 9112, section 3.2',
    'a%E02b',
    'E1',
    'CASE',
  ])('%s is valid', (text) => {
    expect(messages(text)).toEqual([]);
  });

  it.each([
    ['// E99: a wrapper', 'E99'],
    ['// OTC-CALL-99', 'OTC-CALL-99'],
    ['// CASE-26', 'CASE-26'],
    ['// REL-1', 'REL-1'],
    ['// ANS-99', 'ANS-99'],
    ['// MCP-HTTP-99', 'MCP-HTTP-99'],
    ['// OXP-CH-99', 'OXP-CH-99'],
    ['// E97: only named where others are defined', 'E97'],
    ['// E96: the end of a range in the table of contents', 'E96'],
    ['// OTC-CALL-98', 'OTC-CALL-98'],
    ['// ARC-97', 'ARC-97'],
  ])('%s names an undefined ID', (text, id) => {
    expect(messages(text)).toEqual([`cites ${id}, which docs/internals/decisions.md and the requirements do not know`]);
  });

  it.each([
    '// Section 5, case A',
    '// section 6.1: kept',
    "it('case 7: joins')",
    '// rule 18',
    '// rows 6 and 7',
    '// § 5',
  ])('%s cites a document that does not exist', (text) => {
    expect(messages(text)).toHaveLength(1);
  });

  it('is reported with its line', () => {
    expect(findUnknownCitations('// E01\n// E98', defined)).toMatchObject([{ line: 2 }]);
  });
});
