import { isDeepStrictEqual } from 'node:util';
import { type Difference, missing } from './difference.ts';
import {
  changeBlocks,
  changeText,
  errors,
  exactly,
  failure,
  failures,
  jsonText,
  notionError,
  pathOf,
  plainTool,
  textOf,
  unknownTool,
  where,
  withoutTool,
} from './equalize.ts';
import { invalidInputs } from './invalid-inputs.ts';
import type { Answer } from './visit.ts';

const everySdkServer = ['memory', 'sequential-thinking', 'filesystem', 'everything'] as const;

/** Every way in which the ports answer differently. */
export const differences: readonly Difference[] = [
  {
    servers: ['everything'],
    what: '`toggle-simulated-logging`',
    original: 'sends log messages between calls',
    port: 'not ported',
    why: '2026-07-28 has log messages only during a call, and deprecates them',
    equalize: withoutTool('toggle-simulated-logging'),
  },
  {
    servers: everySdkServer,
    what: 'listed tools',
    original: '`$schema`, limits of safe integers, `execution: forbidden`',
    port: 'a repeated title in `annotations`, the tool ID in `_meta`',
    why: 'shorter schemas, which every model API accepts',
    equalize: plainTool,
  },
  {
    servers: ['memory', 'sequential-thinking'],
    what: 'JSON as text',
    original: 'indented, sometimes without its member name',
    port: 'the JSON of `structuredContent` in one line',
    why: 'fewer tokens, and the same value in both places',
    equalize: jsonText,
  },
  {
    servers: ['filesystem'],
    what: 'media files',
    original: 'the block of the file',
    port: 'the path as text, then the block',
    why: 'the model reads which file it sees',
    equalize: where(/^read_media_file/, ({ content, ...rest }, side, request) => {
      const [path, block] = content as readonly unknown[];
      const text = { type: 'text', text: pathOf(request) };
      return { ...rest, content: side === 'port' && isDeepStrictEqual(path, text) ? [block] : content };
    }),
  },
  {
    servers: ['filesystem'],
    what: 'empty files and folders',
    original: 'an empty text',
    port: 'the text `{"content":""}`',
    why: 'some model APIs reject an empty text',
    equalize: (answer, side) =>
      textOf(answer) === (side === 'original' ? '' : '{"content":""}') ? { ...answer, content: 'empty' } : answer,
  },
  {
    servers: ['memory', 'everything'],
    what: 'unknown resource',
    original: '`MCP error -32602: Resource … not found`, or the error -32603',
    port: 'the error -32602: `Unknown resource. Call resources/list …`',
    why: 'names the requests that list the existing resources',
    equalize: errors(
      /^MCP error -32602: Resource .* not found$|^Unknown resource: demo:/,
      'Unknown resource. Call resources/list and resources/templates/list to see all resources.',
    ),
  },
  {
    servers: everySdkServer,
    what: 'invalid input',
    original: '`MCP error -32602: Input validation error: Invalid arguments for tool …`',
    port: '`Some input parameters are invalid`, with a line for each parameter',
    why: 'names each parameter and the value that was sent',
    equalize: failures('MCP error -32602: Input validation error: ', invalidInputs),
  },
  {
    servers: everySdkServer,
    what: 'unknown tool',
    original: 'a result with `isError`: `MCP error -32602: Tool … not found`',
    port: 'the error -32602: `Unknown tool: …`',
    why: 'the form that the specification requires, with the next step',
    equalize: unknownTool,
  },
  {
    servers: ['everything'],
    what: 'compressed files',
    original: 'a listed resource after the call',
    port: 'a template, which the session can read',
    why: 'the list of resources is the same for all sessions',
    equalize: (answer, _side, request) => {
      if (request === 'the template Session Resource') return missing;
      if (request !== 'list resources') return answer;
      return { ...answer, resources: (answer['resources'] as readonly Answer[]).filter(({ name }) => name !== 'a.gz') };
    },
  },
  {
    servers: ['everything'],
    what: '`trigger-url-elicitation`',
    original: 'takes an `elicitationId`, and can fail with -32042',
    port: 'takes neither',
    why: 'toolwire makes the ID, and sends -32042 to clients that need it',
    equalize: where(/trigger-url-elicitation/, (answer) => {
      if (answer['name'] !== undefined) return { name: answer['name'] };
      return changeText(answer, (text) => text.replace(/\nElicitation ID: [\w-]+/, ''));
    }),
  },
  {
    servers: ['everything'],
    what: 'pictures',
    original: 'the logo of MCP',
    port: 'a dot',
    why: 'the port has its own picture',
    equalize: (answer) => changeBlocks(answer, (block) => (block['type'] === 'image' ? { ...block, data: '' } : block)),
  },
  {
    servers: ['everything'],
    what: 'the session over stdio',
    original: '`undefined`',
    port: 'an ID',
    why: 'state belongs to one client over every transport',
    equalize: (answer) => changeText(answer, (text) => text.replace(/for session [\w-]+/, 'for this session')),
  },
  {
    servers: ['everything'],
    what: 'a call without a task, where one is required',
    original: 'a result with `isError`',
    port: 'the error -32601, with the parameter to add',
    why: 'the form that the specification requires',
    equalize: exactly(
      'simulate-research-query({"topic":"tea"})',
      failure("MCP error -32601: Tool simulate-research-query requires task augmentation (taskSupport: 'required')"),
      {
        error: 'This tool only runs as a task. Call it with the parameter "task", such as { "ttl": 60000 }.',
        code: -32601,
      },
    ),
  },
  {
    servers: ['everything'],
    what: 'prompts',
    original: 'messages',
    port: 'messages, and the description of the prompt',
    why: 'a field of the specification',
    equalize: where(/^prompt /, ({ description: _listed, ...rest }) => rest),
  },
  {
    servers: ['everything'],
    what: 'optional arguments of prompts',
    original: 'without their descriptions',
    port: 'with their descriptions',
    why: 'users read what to enter',
    equalize: where(/^the prompt args-prompt$/, ({ arguments: list, ...rest }, side) => {
      const [city, state] = list as readonly Answer[];
      const { description, ...bare } = state ?? {};
      const isShown = side === 'port' && description === 'Name of the state';
      return { ...rest, arguments: [city, isShown ? bare : state] };
    }),
  },
  {
    servers: ['everything'],
    what: 'invalid arguments of a prompt',
    original: 'the error -32602: `MCP error -32602: Invalid arguments for prompt …`',
    port: 'the error -32602: `Some input parameters are invalid`, with a line for each',
    why: 'names each argument',
    equalize: errors(
      /^MCP error -32602: Invalid arguments for prompt args-prompt: /,
      'Some input parameters are invalid\ncity: Is required',
    ),
  },
  {
    servers: ['everything'],
    what: 'unknown prompt',
    original: 'the error -32602: `MCP error -32602: Prompt … not found`',
    port: 'the error -32602: `Unknown prompt. Call prompts/list …`',
    why: 'names the request that lists the existing prompts',
    equalize: errors(
      /^MCP error -32602: Prompt .* not found$/,
      'Unknown prompt. Call prompts/list to see all prompts.',
    ),
  },
  {
    servers: ['everything'],
    what: 'no suggestions',
    original: 'no `total`',
    port: '`total: 0`',
    why: 'the client sees that the list is empty',
    equalize: exactly(
      "complete city of args-prompt: 'P'",
      { completion: { values: [], hasMore: false } },
      { completion: { values: [], total: 0, hasMore: false } },
    ),
  },
  {
    servers: ['notion'],
    what: 'listed tools',
    original: 'every schema of the document in every tool, IDs as `format: uuid`',
    port: 'only the schemas that the tool uses, IDs as strings',
    why: 'a third of the size; Notion also takes IDs without dashes',
    equalize: where(/^the tool /, (tool, side) => {
      const { name, description, title, annotations, inputSchema } = tool as ListedTool;
      const { properties, required } = inputSchema;
      const shown = { name, description, title: side === 'port' ? title : annotations['title'] };
      return { ...shown, annotations, properties: Object.keys(properties).sort(), required: required ?? [] };
    }),
  },
  {
    servers: ['notion'],
    what: 'the order of tools with one path',
    original: 'as in the document',
    port: 'by method',
    why: 'the order is the same for every document',
    equalize: where(/^the order of tools$/, ({ names }) => ({ names: (names as readonly string[]).toSorted() })),
  },
  {
    servers: ['notion'],
    what: 'results',
    original: 'JSON as text',
    port: 'the same text, and `structuredContent`',
    why: 'programs need not parse text',
    equalize: (answer, side) => {
      const { structuredContent, ...rest } = answer;
      return side === 'port' && JSON.stringify(structuredContent) === textOf(answer) ? rest : answer;
    },
  },
  {
    servers: ['notion'],
    what: 'a request without fields',
    original: 'no body',
    port: 'the body `{}`',
    why: 'a body that the API declares is JSON',
    equalize: where(/^API-post-search\(\{\}\)$/, (answer) =>
      changeText(answer, (text) => text.replace('"body":""', '"body":{}')),
    ),
  },
  {
    servers: ['notion'],
    what: 'errors of Notion',
    original: 'a result with the JSON of the error',
    port: '`isError`, with the cause, the message of Notion and whether to retry',
    why: 'models and programs see that the call failed',
    equalize: notionError,
  },
  {
    servers: ['notion'],
    what: 'invalid input',
    original: 'sent to Notion, also to `/v1/users/undefined`',
    port: '`Some input parameters are invalid`, with a line for each parameter',
    why: 'Notion gets no request that it must refuse',
    equalize: (answer, side, request) => {
      const text = invalidInputs[request];
      if (text === undefined || !request.startsWith('API-')) return answer;
      const isExpected = side === 'original' ? answer['isError'] === undefined : textOf(answer) === text;
      return isExpected ? { invalid: request } : answer;
    },
  },
  {
    servers: ['notion'],
    what: 'unknown tool',
    original: 'the error -32603: `Method … not found`',
    port: 'the error -32602: `Unknown tool: …`',
    why: 'the code that the specification requires, with the next step',
    equalize: exactly(
      'API-fly({})',
      { error: 'Method API-fly not found', code: -32603 },
      { error: "Unknown tool: 'API-fly'. Call tools/list to see all tools.", code: -32602 },
    ),
  },
];

interface ListedTool extends Answer {
  readonly annotations: Answer;
  readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
}
