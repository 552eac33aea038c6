import type Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '@anthropic-ai/sdk/helpers/beta/toolsets';
import type { Content, FunctionCall, ToolListUnion } from '@google/genai';
import type { BindToolsInput } from '@langchain/core/language_models/chat_models';
import { ToolMessage } from '@langchain/core/messages';
import { type ClientTool, tool } from '@langchain/core/tools';
import { McpServer as FirstMcpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer } from '@modelcontextprotocol/server';
import { Agent, tool as agentTool, type Tool } from '@openai/agents';
import { type Client, createClient, type Listed } from '@toolwire/client';
import type { CallTool, ModelTool } from '@toolwire/models';
import { toAiSdk } from '@toolwire/models/ai-sdk';
import { toAnthropic, toAnthropicRunner } from '@toolwire/models/anthropic';
import { fromAiSdk, fromLangChain, type McpSourceServer } from '@toolwire/models/from';
import { toGemini } from '@toolwire/models/gemini';
import { toLangChain } from '@toolwire/models/langchain';
import { toOpenAiChat, toOpenAiResponses } from '@toolwire/models/openai';
import { toOpenAiAgents } from '@toolwire/models/openai-agents';
import { type Caller, createCaller, createToolServer } from '@toolwire/server';
import { jsonSchema, type ToolSet } from 'ai';
import type OpenAI from 'openai';
import { expect, test } from 'vitest';
import { modelTool, scriptedCaller } from './tools.ts';

const tools = [modelTool()];
const { call } = scriptedCaller();

test("OpenAI's own types take the tools, give the calls and take the answers of chat completions", async () => {
  const made = toOpenAiChat(tools, call);
  const message: OpenAI.ChatCompletionMessage = { role: 'assistant', content: null, refusal: null };
  const messages: OpenAI.ChatCompletionMessageParam[] = [message, ...(await made.answer(message.tool_calls))];
  const request: OpenAI.ChatCompletionCreateParamsNonStreaming = { model: 'any', messages, tools: made.tools };
  expect(request.tools).toHaveLength(1);
});

test("OpenAI's own types take the tools, give the calls and take the answers of responses", async () => {
  const made = toOpenAiResponses(tools, call);
  const output: OpenAI.Responses.ResponseOutputItem[] = [];
  const input: OpenAI.Responses.ResponseInput = [...(await made.answer(output))];
  const request: OpenAI.Responses.ResponseCreateParamsNonStreaming = { model: 'any', input, tools: made.tools };
  expect(request.tools).toHaveLength(1);
});

test("Anthropic's own types take the tools, give the calls and take the answers", async () => {
  const made = toAnthropic(tools, call);
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

test("the types of Anthropic's tool runner take the tools", () => {
  const { tools: made } = toAnthropicRunner(tools, call, { ToolError });
  const request: Parameters<Anthropic['beta']['messages']['toolRunner']>[0] = {
    model: 'any',
    max_tokens: 1,
    messages: [],
    tools: made,
  };
  expect(request.tools).toHaveLength(1);
});

test("Gemini's own types take the tools, give the calls and take the answers", async () => {
  const made = toGemini(tools, call);
  const calls: FunctionCall[] | undefined = [];
  const contents: Content[] = [await made.answer(calls)];
  const declared: ToolListUnion = made.tools;
  expect([contents, declared]).toHaveLength(2);
});

test("the AI SDK's own types take the tools", () => {
  const made: ToolSet = toAiSdk(tools, call, { jsonSchema }).tools;
  expect(Object.keys(made)).toEqual(['Calculator_Add']);
});

test("LangChain's own types take the tools", () => {
  const made: ClientTool[] = toLangChain(tools, call, { tool, ToolMessage }).tools;
  const bound: BindToolsInput[] = made;
  expect(bound).toHaveLength(1);
});

test("OpenAI Agents' own types take the tools", () => {
  const made: Tool[] = toOpenAiAgents(tools, call, { tool: agentTool }).tools;
  expect(new Agent({ name: 'any', tools: made }).tools).toHaveLength(1);
});

test('tools of the AI SDK and of LangChain, and servers of both majors of the MCP SDK, fit as they are', () => {
  const about = { name: 'any', version: '1.0.0' };
  const servers: McpSourceServer[] = [new FirstMcpServer(about), new McpServer(about)];
  const aiSdkTools: ToolSet = toAiSdk(tools, call, { jsonSchema }).tools;
  const langChainTools: ClientTool[] = toLangChain(tools, call, { tool, ToolMessage }).tools;
  const options = { toolkit: 'Any' };
  expect([...fromAiSdk(aiSdkTools, options), ...fromLangChain(langChainTools, options), ...servers]).toHaveLength(4);
});

test('what a client lists, the client and a caller of a server fit as they are', () => {
  const listing: Listed = { kind: 'listed', tools: [], warnings: [] };
  const listed: readonly ModelTool[] = listing.tools;
  const client: Client = createClient({ url: 'https://tools.example.com' });
  const server = createToolServer({ tools: [], wires: [] });
  const served: readonly ModelTool[] = server.tools;
  const caller: Caller = createCaller(server);
  const calls: CallTool = caller;
  expect([toAnthropic(listed, client).tools, toAnthropic(served, calls).tools]).toEqual([[], []]);
});

test('what is no option is refused when the program starts', () => {
  // @ts-expect-error There is no such option.
  expect(() => toAnthropic(tools, call, { stirct: 'auto' })).toThrow("Did you mean 'strict'?");
  // @ts-expect-error There is no such choice.
  expect(() => toOpenAiChat(tools, call, { strict: true })).toThrow("strict is true. Give 'off' or 'auto'.");
  expect(() => toGemini(tools, call, { maxCharacters: 0 })).toThrow('maxCharacters is 0');
});
