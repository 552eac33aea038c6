import { isDeepStrictEqual } from 'node:util';
import { type Difference, missing } from './difference.ts';
import type { Side } from './program.ts';
import type { Answer } from './visit.ts';

type Equalize = Difference['equalize'];

/** The only text of a result. */
export function textOf({ content }: Answer): string | undefined {
  if (!Array.isArray(content) || content.length !== 1) return undefined;
  const [{ type, text }] = content as [{ readonly type: string; readonly text?: string }];
  return type === 'text' ? text : undefined;
}

/** Handles only the answers whose requests match. */
export function where(requests: RegExp, equal: Equalize): Equalize {
  return (answer, side, request) => (requests.test(request) ? equal(answer, side, request) : answer);
}

/** Two failures that say the same in other words: the start of the text of the original, and the text of the port for each request. */
export function failures(start: string, texts: Readonly<Record<string, string>>): Equalize {
  return (answer, side, request) => {
    const text = textOf(answer);
    if (text === undefined || answer['isError'] !== true) return answer;
    const expected = side === 'original' ? text.startsWith(start) : text === texts[request];
    return expected && texts[request] !== undefined ? { failure: request } : answer;
  };
}

/** Two answers that are exactly these. */
export function exactly(request: string, original: Answer, port: Answer): Equalize {
  return (answer, side, name) => {
    if (name !== request) return answer;
    return isDeepStrictEqual(answer, side === 'original' ? original : port) ? { as: request } : answer;
  };
}

/** The text of a result that is its value as JSON, however it is written: the value, or its only member. */
export const jsonText: Equalize = (answer) => {
  const text = textOf(answer);
  const value = answer['structuredContent'];
  if (text === undefined || value === undefined || answer['isError'] === true) return answer;
  const read = readJson(text);
  const isValue = isDeepStrictEqual(read, value) || isDeepStrictEqual([read], Object.values(value as Answer));
  return isValue ? { ...answer, content: 'the value as JSON' } : answer;
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Text that is not JSON is not the value.
  }
}

/** A tool without the parts that mean nothing to clients. */
export const plainTool: Equalize = where(/^the tool /, (tool, side) => {
  if (isDeepStrictEqual(tool, missing)) return tool;
  const { execution, _meta, annotations, inputSchema, outputSchema, ...rest } = tool;
  const { title: _again, ...hints } = (annotations ?? {}) as Answer;
  const schemas = { inputSchema: plainSchema(inputSchema), outputSchema: plainSchema(outputSchema) };
  const isTask = isDeepStrictEqual(execution, { taskSupport: 'required' });
  return { ...rest, ...schemas, isTask, annotations: side === 'port' ? hints : annotations };
});

/** A schema without its dialect, limits of all numbers, and whether unnamed members are rejected. */
function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).filter(([name, value]) => !isRedundant(name, value));
  const plain = Object.fromEntries(members.map(([name, value]) => [name, plainSchema(value)]));
  if (!Array.isArray(plain['type'])) return plain;
  const { type, ...rest } = plain;
  return { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) };
}

function isRedundant(name: string, value: unknown): boolean {
  if (name === '$schema' || name === 'additionalProperties') return true;
  return (name === 'maximum' || name === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

const toolOf = (request: string): string => request.slice(0, request.indexOf('('));
/** The path in the input of a call. */
export const pathOf = (request: string): unknown =>
  (JSON.parse(request.slice(request.indexOf('(') + 1, -1)) as Answer)['path'];

/** Handles the answers that name the tool of their request. */
export function unknownTool(answer: Answer, side: Side, request: string): Answer {
  const name = toolOf(request);
  const text = `MCP error -32602: Tool ${name} not found`;
  const hint = 'Call tools/list to see all tools.';
  const [before, after] = [
    { content: [{ type: 'text', text }], isError: true },
    { error: `Unknown tool: '${name}'. ${hint}`, code: -32602 },
  ];
  return isDeepStrictEqual(answer, side === 'original' ? before : after) ? { unknown: name } : answer;
}

/** A failed result with a message. */
export function failure(text: string): Answer {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Two protocol errors that say the same in other words. */
export function errors(original: RegExp, port: string): Equalize {
  return (answer, side) => {
    const { error } = answer;
    if (typeof error !== 'string') return answer;
    return (side === 'original' ? original.test(error) : error === port) ? { error: port } : answer;
  };
}

/** A tool that the port doesn't have. */
export function withoutTool(name: string): Equalize {
  const hint = `Unknown tool: '${name}'. Call tools/list to see all tools.`;
  return (answer, side, request) => {
    if (request === `the tool ${name}` && side === 'original') return missing;
    if (request === 'the order of tools') {
      return { names: (answer['names'] as readonly string[]).filter((one) => one !== name) };
    }
    const isKnown = side === 'original' ? answer['isError'] === undefined : answer['error'] === hint;
    return request === `${name}({})` && isKnown ? missing : answer;
  };
}

/** Changes the blocks of a result. */
export function changeBlocks(answer: Answer, change: (block: Answer) => Answer): Answer {
  const { content } = answer;
  return Array.isArray(content) ? { ...answer, content: (content as readonly Answer[]).map(change) } : answer;
}

/** Changes the strings that a result shows. */
export function changeText(answer: Answer, change: (text: string) => string): Answer {
  return changeBlocks(answer, (block) =>
    typeof block['text'] === 'string' ? { ...block, text: change(block['text']) } : block,
  );
}

/** An error of Notion: its JSON, or a sentence with its message. Messages of server errors stay out. */
export const notionError: Equalize = (answer, side) => {
  const text = textOf(answer);
  if (text === undefined) return answer;
  if (side === 'original') {
    const { object, status, message } = (readJson(text) ?? {}) as Answer;
    return object === 'error' ? { failed: Number(status) >= 500 ? '' : message } : answer;
  }
  const [, message] = /^The (?:API|request) [^.]+\. ?(.*)(?:\n\nThe call may be tried again\.)?$/.exec(text) ?? [];
  return answer['isError'] === true && message !== undefined ? { failed: message } : answer;
};
