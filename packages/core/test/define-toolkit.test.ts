import { describe, expect, it } from 'vitest';
import { defineTool, defineToolkit } from '../src/index.ts';

const tool = (id: string): ReturnType<typeof defineTool> =>
  defineTool({ id, version: '1.0.0', description: 'A tool.', run: () => 1 });

describe('defineToolkit', () => {
  it('contains tools with its name', () => {
    const tools = [tool('Calculator.Add'), tool('Calculator.Subtract')];

    expect(defineToolkit({ name: 'Calculator', tools })).toEqual({ name: 'Calculator', tools });
    expect(defineToolkit({ name: 'Empty', tools: [] }).tools).toEqual([]);
  });

  it.each([[[undefined]], [[null]], [[{}]], [[{ id: 7 }]], [undefined], [{}]])(
    'leaves it to the server to report what is not a tool: %j',
    (tools) => {
      expect(defineToolkit({ name: 'Calculator', tools: tools as never })).toEqual({ name: 'Calculator', tools });
    },
  );

  it.each([
    [undefined, 'undefined'],
    [7, '7'],
    [['Calculator'], 'a list'],
    ['', 'a string'],
  ])('requires a name, not %j', (name, shown) => {
    expect(() => defineToolkit({ name: name as never, tools: [tool('Calculator.Add')] })).toThrow(
      `The name of a toolkit must be a non-empty string such as 'Calculator', got ${shown}. (TW_OPTION_TYPE)`,
    );
  });

  it.each(['Doorbell.Ring', 'Calculators.Ring', 'calculator.Ring', 'Ring'])('suggests a name for %s', (id) => {
    expect(() => defineToolkit({ name: 'Calculator', tools: [tool('Calculator.Add'), tool(id)] })).toThrow(
      `The ID of the tool '${id}' doesn't begin with the name of its toolkit, 'Calculator'. Rename the tool to 'Calculator.Ring', or move it to another toolkit. (TW_TOOLKIT_TOOL)`,
    );
  });
});
