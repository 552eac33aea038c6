/** The form of a failed call: a result with `isError`, a protocol error, or only text for a model. */
export type Told = readonly ['result' | 'error' | 'text', text: string];

/** An answer that reads otherwise afterwards: what was asked, as the transcript names it and as the guide does, and both answers. */
export interface Difference {
  readonly what: string;
  readonly request: string;
  readonly before: Told;
  readonly after: Told;
}

const badInput = 'invalid input';
const noTool = 'unknown tool';

/** Every answer that is another afterwards, guide by guide; one that is the same after all fails the tests as well. */
export const differences: Readonly<Record<string, readonly Difference[]>> = {
  'mcp-sdk': [
    {
      what: badInput,
      request: 'count_stock({"shelves":9})',
      before: [
        'result',
        'MCP error -32602: Input validation error: Invalid arguments for tool count_stock: Too big: expected number to be <=3 at shelves',
      ],
      after: ['result', 'Some input parameters are invalid\nshelves: Must be at most 3, got 9'],
    },
    {
      what: noTool,
      request: 'sell({})',
      before: ['result', 'MCP error -32602: Tool sell not found'],
      after: ['error', "Unknown tool: 'sell'. Call tools/list to see all tools."],
    },
  ],
  fastmcp: [
    {
      what: badInput,
      request: 'lend_book({"title":7})',
      before: [
        'error',
        "MCP error -32602: Tool 'lend_book' parameter validation failed: title: Invalid input: expected string, received number. Please check the parameter types and values according to the tool's schema.",
      ],
      after: ['result', 'Some input parameters are invalid\ntitle: Must be a string, got the number 7'],
    },
    {
      what: noTool,
      request: 'sell({})',
      before: ['error', 'MCP error -32601: Unknown tool: sell'],
      after: ['error', "Unknown tool: 'sell'. Call tools/list to see all tools."],
    },
  ],
  'mcp-nest': [
    {
      what: badInput,
      request: 'lend_book({"title":7})',
      before: ['result', 'Invalid parameters: [title]: Invalid input: expected string, received number'],
      after: ['result', 'Some input parameters are invalid\ntitle: Must be a string, got the number 7'],
    },
    {
      what: noTool,
      request: 'sell({})',
      before: ['error', 'Unknown tool: sell'],
      after: ['error', "Unknown tool: 'sell'. Call tools/list to see all tools."],
    },
  ],
  'mcp-handler': [
    {
      what: badInput,
      request: 'roll_dice({"dice":7})',
      before: [
        'result',
        'Input validation error: Invalid arguments for tool roll_dice: dice: Too big: expected number to be <=6',
      ],
      after: ['result', 'Some input parameters are invalid\ndice: Must be at most 6, got 7'],
    },
    {
      what: noTool,
      request: 'sell({})',
      before: ['error', 'Tool sell not found'],
      after: ['error', "Unknown tool: 'sell'. Call tools/list to see all tools."],
    },
  ],
  'ai-sdk': [
    {
      what: 'failed tool',
      request: '{"room":"attic"}',
      before: ['text', 'There is no attic'],
      after: ['text', 'There is no attic\n\nDo not call this tool again with the same arguments.'],
    },
    {
      what: badInput,
      request: '{"room":7}',
      before: [
        'text',
        'Invalid input for tool read_temperature: Type validation failed: Value: {"room":7}.\nError message: [\n  {\n    "expected": "string",\n    "code": "invalid_type",\n    "path": [\n      "room"\n    ],\n    "message": "Invalid input: expected string, received number"\n  }\n]',
      ],
      after: [
        'text',
        'Some input parameters are invalid\nroom: Must be a string, got the number 7\n\nYou can call this tool again with changed arguments.',
      ],
    },
  ],
};

/** The response of a transcript in this form. */
export function answerOf([how, text]: Told): unknown {
  if (how === 'text') return text;
  return how === 'error' ? { error: text, steps: [] } : { content: [{ type: 'text', text }], isError: true, steps: [] };
}

const words = { result: 'a result with `isError`: ', error: 'an error: ', text: '' };

/** The row of the guide's table for this form. */
export function rowOf({ what, before, after }: Difference): string {
  const cell = ([how, text]: Told): string => `${words[how]}\`${text.replace(/\n\s*/g, ' ⏎ ')}\``;
  return `| ${what} | ${cell(before)} | ${cell(after)} |`;
}
