import type Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '@anthropic-ai/sdk/helpers/beta/toolsets';
import type { Content, FunctionCall, ToolListUnion } from '@google/genai';
import type { BindToolsInput } from '@langchain/core/language_models/chat_models';
import { ToolMessage } from '@langchain/core/messages';
import { type ClientTool, tool } from '@langchain/core/tools';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { Client as FirstMcpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { McpServer as FirstMcpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer } from '@modelcontextprotocol/server';
import { type Client, createClient, type ListedResult } from '@toolwire/client';
import { defineTool } from '@toolwire/core';
import type { CallTool, ModelTool, ModelToolSource, ToolCaller } from '@toolwire/models';
import { toAiSdk } from '@toolwire/models/ai-sdk';
import { toAnthropic, toAnthropicRunner } from '@toolwire/models/anthropic';
import { fromAiSdk, fromLangChain, type McpSourceServer } from '@toolwire/models/from';
import { toGemini } from '@toolwire/models/gemini';
import { toLangChain } from '@toolwire/models/langchain';
import { toOpenAiChat, toOpenAiResponses } from '@toolwire/models/openai';
import { toOpenAiAgents } from '@toolwire/models/openai-agents';
import { type Caller, createCaller, createToolServer, silentLogger } from '@toolwire/server';
import { jsonSchema, type ToolSet } from 'ai';
import type OpenAI from 'openai';
import { toolwire } from 'toolwire';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { Agent, tool as agentTool, type Tool } from './agents-sdk.ts';
import { modelTool, scriptedCaller } from './tools.ts';

const tools = [modelTool()];
const square = defineTool({
  id: 'Math.Square',
  version: '1.0.0',
  description: 'Squares a number.',
  input: z.object({ number: z.number().describe('Which number.') }),
  output: z.number(),
  run: ({ number }) => number * number,
});
const { call } = scriptedCaller();

test('the OpenAI types are compatible with the tools, calls and answers of chat completions', async () => {
  const made = await toOpenAiChat({ tools, call });
  const message: OpenAI.ChatCompletionMessage = { role: 'assistant', content: null, refusal: null };
  const messages: OpenAI.ChatCompletionMessageParam[] = [message, ...(await made.answer(message.tool_calls))];
  const request: OpenAI.ChatCompletionCreateParamsNonStreaming = { model: 'any', messages, tools: made.tools };
  expect(request.tools).toHaveLength(1);
});

test('the OpenAI types are compatible with the tools, calls and answers of responses', async () => {
  const made = await toOpenAiResponses({ tools, call });
  const output: OpenAI.Responses.ResponseOutputItem[] = [];
  const input: OpenAI.Responses.ResponseInput = [...(await made.answer(output))];
  const request: OpenAI.Responses.ResponseCreateParamsNonStreaming = { model: 'any', input, tools: made.tools };
  expect(request.tools).toHaveLength(1);
});

test('the Anthropic types are compatible with the tools, calls and answers', async () => {
  const made = await toAnthropic({ tools, call });
  const content: Anthropic.ContentBlock[] = [];
  const messages: Anthropic.MessageParam[] = [{ role: 'assistant', content }, await made.answer(content)];
  const request: Anthropic.MessageCreateParamsNonStreaming = {
    model: 'any',
    max_tokens: 1,
    messages,
    tools: made.tools,
  };
  expect(request.tools).toHaveLength(1);
});

test("the types of Anthropic's tool runner accept the tools", async () => {
  const { tools: made } = await toAnthropicRunner({ tools, call }, { ToolError });
  const request: Parameters<Anthropic['beta']['messages']['toolRunner']>[0] = {
    model: 'any',
    max_tokens: 1,
    messages: [],
    tools: made,
  };
  expect(request.tools).toHaveLength(1);
});

test('the Gemini types are compatible with the tools, calls and answers', async () => {
  const made = await toGemini({ tools, call });
  const calls: FunctionCall[] | undefined = [];
  const contents: Content[] = [await made.answer(calls)];
  const declared: ToolListUnion = made.tools;
  expect([contents, declared]).toHaveLength(2);
});

test('the AI SDK types accept the tools', async () => {
  const made: ToolSet = (await toAiSdk({ tools, call }, { jsonSchema })).tools;
  expect(Object.keys(made)).toEqual(['Calculator_Add']);
});

test('the LangChain types accept the tools', async () => {
  const made: ClientTool[] = (await toLangChain({ tools, call }, { tool, ToolMessage })).tools;
  const bound: BindToolsInput[] = made;
  expect(bound).toHaveLength(1);
});

test('the OpenAI Agents types accept the tools', async () => {
  const made: Tool[] = (await toOpenAiAgents({ tools, call }, { tool: agentTool })).tools;
  expect(new Agent({ name: 'any', tools: made }).tools).toHaveLength(1);
});

test('tools of the AI SDK and of LangChain, and servers of both major versions of the MCP SDK, are accepted', async () => {
  const about = { name: 'any', version: '1.0.0' };
  const servers: McpSourceServer[] = [new FirstMcpServer(about), new McpServer(about)];
  const aiSdkTools: ToolSet = (await toAiSdk({ tools, call }, { jsonSchema })).tools;
  const langChainTools: ClientTool[] = (await toLangChain({ tools, call }, { tool, ToolMessage })).tools;
  const options = { toolkit: 'Any' };
  expect([...fromAiSdk(aiSdkTools, options), ...fromLangChain(langChainTools, options), ...servers]).toHaveLength(4);
});

test('the listed tools of a client and a server are accepted with the client and a caller of the server', async () => {
  const listing: ListedResult = { kind: 'listed', tools: [], warnings: [] };
  const listed: readonly ModelTool[] = listing.tools;
  const client: Client = createClient({ url: 'https://tools.example.com' });
  const server = createToolServer({ tools: [], wires: [] });
  const served: readonly ModelTool[] = server.tools;
  const caller: Caller = createCaller(server);
  const calls: CallTool = caller;
  for (const source of [
    { tools: listed, call: client.call },
    { tools: served, call: calls },
  ]) {
    expect((await toAnthropic(source)).tools).toEqual([]);
  }
});

test('clients that are typed by a server, servers and clients of both major versions of the MCP SDK are sources without a conversion', () => {
  const about = { name: 'any', version: '1.0.0' };
  const server = toolwire({ tools: [square], logger: silentLogger });
  const sources: ModelToolSource[] = [
    createClient({ url: 'https://tools.example.com' }),
    createClient<typeof server>({ url: 'https://tools.example.com' }),
    server,
    createToolServer({ tools: [square], wires: [] }),
    [square],
    new FirstMcpClient(about),
    new McpClient(about),
  ];
  const callers: ToolCaller[] = [
    createClient<typeof server>({ url: 'https://tools.example.com' }),
    createCaller<typeof server>(server),
  ];
  // @ts-expect-error Listed tools have no caller.
  const listed: ModelToolSource = [modelTool()];
  expect([sources.length, callers.length, listed]).toEqual([7, 2, [modelTool()]]);
});

test('unknown options are rejected', async () => {
  // @ts-expect-error There is no such option.
  await expect(toAnthropic({ tools, call }, { stirct: 'auto' })).rejects.toThrow("Did you mean 'strict'?");
  // @ts-expect-error There is no such choice.
  await expect(toOpenAiChat({ tools, call }, { strict: true })).rejects.toThrow(
    "strict must be 'off' or 'auto', got true.",
  );
  await expect(toGemini({ tools, call }, { maxCharacters: 0 })).rejects.toThrow('maxCharacters must be');
});
