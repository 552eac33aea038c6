import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isToolName, toolName } from '../src/tool-name.ts';

describe('the name of a tool', () => {
  test('OTC-DEF-03 is its id with an underscore for the dot', () => {
    expect(toolName('Calculator.Add')).toBe('Calculator_Add');
  });

  test('OTC-DEF-03 fits every id, and tells long ones apart', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9_]{1,100}$/);
    fc.assert(fc.property(part, part, (toolkit, tool) => isToolName(toolName(`${toolkit}.${tool}`))));
    expect(toolName(`${'A'.repeat(80)}.B`)).not.toBe(toolName(`${'A'.repeat(80)}.C`));
  });
});
