import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uploadInstructions, uploadToolId } from '../src/tools/file-fields.ts';
import { toolName, versionedName } from '../src/tools/names-and-versions.ts';

describe('the name of a tool', () => {
  test('OTC-DEF-03 is its ID with an underscore for the dot', () => {
    expect(toolName('Calculator.Add')).toBe('Calculator_Add');
  });

  test('OTC-DEF-03 is valid for every ID, and unique for long ones', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9_]{1,100}$/);
    fc.assert(fc.property(part, part, (toolkit, tool) => /^[A-Za-z0-9_-]{1,64}$/.test(toolName(`${toolkit}.${tool}`))));
    expect(toolName(`${'A'.repeat(80)}.B`)).not.toBe(toolName(`${'A'.repeat(80)}.C`));
  });

  test('of an older version contains the version, and at most 64 characters', () => {
    const named = (name: string, taken = ''): string =>
      versionedName({ name, version: '1.0.0' }, (one) => one === taken);
    expect(named('Calculator_Add')).toBe('Calculator_Add-1_0_0');
    expect(named('A'.repeat(64))).toHaveLength(64);
    expect(named('Calculator_Add', 'Calculator_Add-1_0_0')).toMatch(/^Calculator_Add_[a-z0-9]{10}-1_0_0$/);
  });
});

test('The instructions for an upload have the name of the tool that models call', () => {
  expect(uploadInstructions).toContain(`call ${toolName(uploadToolId)} first`);
});
