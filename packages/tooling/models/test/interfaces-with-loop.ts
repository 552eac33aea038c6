import { ToolError } from '@anthropic-ai/sdk/helpers/beta/toolsets';
import { ToolMessage } from '@langchain/core/messages';
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { toAiSdk } from '@toolwire/models/ai-sdk';
import { toAnthropicRunner } from '@toolwire/models/anthropic';
import { toLangChain } from '@toolwire/models/langchain';
import { toOpenAiAgents } from '@toolwire/models/openai-agents';
import { jsonSchema, type Schema } from 'ai';
import { tool as agentTool, RunContext } from './agents-sdk.ts';
import { type CreateApiTools, callable } from './api-tools.ts';

const anthropicRunner: CreateApiTools = async (tools, caller, options) => {
  const sdkTools = (await toAnthropicRunner(callable(tools, caller), { ...options, ToolError })).tools;
  return {
    names: sdkTools.map(({ name }) => name),
    schemas: sdkTools.map(({ input_schema: schema }) => schema),
    strict: sdkTools.map(({ strict }) => strict === true),
    answer: (calls, { signal } = {}) =>
      Promise.all(
        calls.map(async ({ id, name, input }) => {
          const sdkTool = sdkTools.find((candidate) => candidate.name === name);
          try {
            const text = await sdkTool?.run(sdkTool.parse(input), { toolUse: { id }, ...(signal && { signal }) });
            return { id, text: text ?? '', isError: false };
          } catch (thrown) {
            if (!(thrown instanceof ToolError) || typeof thrown.content !== 'string') throw thrown;
            return { id, text: thrown.content, isError: true };
          }
        }),
      ),
  };
};

const aiSdk: CreateApiTools = async (tools, caller, options) => {
  const schemas: object[] = [];
  const recordSchema = (schema: object): Schema<unknown> => {
    schemas.push(schema);
    return jsonSchema(schema);
  };
  const sdkTools = (await toAiSdk(callable(tools, caller), { ...options, jsonSchema: recordSchema })).tools;
  return {
    names: Object.keys(sdkTools),
    schemas,
    strict: Object.values(sdkTools).map(() => false),
    // It answers calls of unknown tools itself, before a tool is called.
    answer: (calls, { signal: abortSignal } = {}) =>
      Promise.all(
        calls.map(async ({ id, name, input }) => {
          const output = await sdkTools[name]?.execute(input, { toolCallId: id, abortSignal });
          const { type, value: text } = sdkTools[name]?.toModelOutput({ output }) ?? { type: 'error-text', value: '' };
          return { id, text, isError: type === 'error-text' };
        }),
      ),
  };
};

const langChain: CreateApiTools = async (tools, caller, options) => {
  const sdkTools = (await toLangChain(callable(tools, caller), { ...options, tool, ToolMessage })).tools;
  return {
    names: sdkTools.map(({ name }) => name),
    schemas: [],
    strict: sdkTools.map(() => false),
    answer: (calls, { signal } = {}) =>
      Promise.all(
        calls.map(async ({ id, name, input: args }) => {
          const sdkTool: Pick<StructuredToolInterface, 'invoke'> | undefined = sdkTools.find(
            (candidate) => candidate.name === name,
          );
          const message: unknown = await sdkTool?.invoke(
            { type: 'tool_call', id, name, args },
            { ...(signal && { signal }) },
          );
          if (!(message instanceof ToolMessage)) throw new TypeError('LangChain returned no message.');
          return {
            id: message.tool_call_id,
            text: message.text,
            isError: message.status === 'error',
            value: message.artifact as unknown,
          };
        }),
      ),
  };
};

const agents: CreateApiTools = async (tools, caller, options) => {
  const sdkTools = (await toOpenAiAgents(callable(tools, caller), { ...options, tool: agentTool })).tools;
  return {
    names: sdkTools.map(({ name }) => name),
    schemas: sdkTools.map(({ parameters }) => parameters),
    strict: sdkTools.map(({ strict }) => strict),
    answer: (calls, { signal } = {}) =>
      Promise.all(
        calls.map(async ({ id, name, input }) => {
          const args = JSON.stringify(input);
          const toolCall = { type: 'function_call', callId: id, name, arguments: args } as const;
          const sdkTool = sdkTools.find((candidate) => candidate.name === name);
          const text = await sdkTool?.invoke(new RunContext(), args, { toolCall, ...(signal && { signal }) });
          return { id, text: String(text) };
        }),
      ),
  };
};

/** The APIs whose SDK runs the tools itself. */
export const apisWithLoop = {
  "Anthropic's tool runner": anthropicRunner,
  'AI SDK': aiSdk,
  LangChain: langChain,
  'OpenAI Agents': agents,
} satisfies Readonly<Record<string, CreateApiTools>>;
