import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import {
  acceptedContent,
  createMcpHandler,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  McpServer,
} from '@modelcontextprotocol/server';
import { addInput, addOutput, secret, squaresOutput } from '../fixtures/value-tools.ts';
import { listenOn, type RunningServer } from '../listen-on.ts';
import { regionInput } from './edge-tools.ts';

// Made once: in the factory, which runs for each request, every one would be compiled anew.
const anything = fromJsonSchema({ type: 'object' });
const addition = {
  inputSchema: fromJsonSchema<{ a: number; b: number }>(addInput),
  outputSchema: fromJsonSchema(addOutput),
};
const squares = { inputSchema: anything, outputSchema: fromJsonSchema(squaresOutput) };
const region = fromJsonSchema(regionInput);
const state = createRequestStateCodec({ key: 'a key of the reference, 32 bytes.' });
// There are no callers to distinguish.
const everybodys = { ttlMs: 0, cacheScope: 'public' } as const;

/** Starts the official server with tools that behave like `edgeTools`, protected as in its guide. */
export function startReference(): Promise<RunningServer> {
  const handler = createMcpHandler(createReference, { maxRequestBodySize: 1024 * 1024 });
  // The type does not allow optional members of node:http that exist and are undefined.
  const handle = toNodeHandler(handler) as (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const hostFits = localhostHostValidation();
  const originFits = localhostOriginValidation();
  return listenOn(
    createServer((request, response) => {
      if (hostFits(request, response) && originFits(request, response)) void handle(request, response);
    }),
  );
}

// In the order of our listing, which is by id.
function createReference(): McpServer {
  const server = new McpServer(
    { name: 'edge', version: '1.0.0' },
    {
      capabilities: { logging: {} },
      cacheHints: { 'tools/list': everybodys, 'server/discover': everybodys },
      requestState: { verify: (sent, context) => state.verify(sent, context) },
    },
  );
  server.registerTool('add', { description: 'Adds two numbers.', ...addition }, ({ a, b }) => {
    const structuredContent = { sum: a + b };
    return { ...text(JSON.stringify(structuredContent)), structuredContent };
  });
  server.registerTool('squares', { description: 'Returns a list.', ...squares }, () => ({
    ...text('[1,4,9]'),
    structuredContent: [1, 4, 9],
  }));
  const crash = { description: 'Fails unexpectedly.', inputSchema: anything };
  server.registerTool('crash', crash, () => {
    throw new Error(secret);
  });
  server.registerTool('echo', { description: 'Returns a text.', inputSchema: anything }, () => text('An echo.'));
  server.registerTool('fail', { description: 'Fails with its own message.', inputSchema: anything }, () => ({
    ...text('It failed.'),
    isError: true,
  }));
  const place = { description: 'Takes parameters that clients repeat in headers.', inputSchema: region };
  server.registerTool('place', place, () => text('Placed.'));
  server.registerTool(
    'ask_name',
    { description: 'Asks for a name.', inputSchema: anything },
    async (_input, context) => {
      const answer = acceptedContent<{ name: string }>(context.mcpReq.inputResponses, 'user_name');
      if (answer !== undefined) return text(`Hello, ${answer.name}!`);
      const name = { type: 'string' } as const;
      const requestedSchema = { type: 'object' as const, properties: { name }, required: ['name'] };
      return inputRequired({
        inputRequests: { user_name: inputRequired.elicit({ message: 'What is your name?', requestedSchema }) },
        requestState: await state.mint({}, context),
      });
    },
  );
  return server;
}

function text(words: string): { content: [{ type: 'text'; text: string }] } {
  return { content: [{ type: 'text', text: words }] };
}
