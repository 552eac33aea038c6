import { ToolError } from '@anthropic-ai/sdk/helpers/beta/toolsets';
import { ToolMessage } from '@langchain/core/messages';
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { toAiSdk } from '@toolwire/models/ai-sdk';
import { toAnthropicRunner } from '@toolwire/models/anthropic';
import { toLangChain } from '@toolwire/models/langchain';
import { toOpenAiAgents } from '@toolwire/models/openai-agents';
import { jsonSchema, type Schema } from 'ai';
import { tool as agentTool, RunContext } from './agents-sdk.ts';
import type { Make } from './made.ts';

const anthropicRunner: Make = async (tools, caller, options) => {
  const made = (await toAnthropicRunner(tools, caller, { ...options, ToolError })).tools;
  return {
    names: made.map(({ name }) => name),
    schemas: made.map(({ input_schema: schema }) => schema),
    strict: made.map(({ strict }) => strict === true),
    answer: (calls, { signal } = {}) =>
      Promise.all(
        calls.map(async ({ id, name, input }) => {
          const called = made.find((one) => one.name === name);
          try {
            const text = await called?.run(called.parse(input), { toolUse: { id }, ...(signal && { signal }) });
            return { id, text: text ?? '', isError: false };
          } catch (thrown) {
            if (!(thrown instanceof ToolError) || typeof thrown.content !== 'string') throw thrown;
            return { id, text: thrown.content, isError: true };
          }
        }),
      ),
  };
};

const aiSdk: Make = async (tools, caller, options) => {
  const schemas: object[] = [];
  const noted = (schema: object): Schema<unknown> => {
    schemas.push(schema);
    return jsonSchema(schema);
  };
  const made = (await toAiSdk(tools, caller, { ...options, jsonSchema: noted })).tools;
  return {
    names: Object.keys(made),
    schemas,
    strict: Object.values(made).map(() => false),
    // It answers calls of unknown tools itself, before a tool is called.
    answer: (calls, { signal: abortSignal } = {}) =>
      Promise.all(
        calls.map(async ({ id, name, input }) => {
          const output = await made[name]?.execute(input, { toolCallId: id, abortSignal });
          const { type, value: text } = made[name]?.toModelOutput({ output }) ?? { type: 'error-text', value: '' };
          return { id, text, isError: type === 'error-text' };
        }),
      ),
  };
};

const langChain: Make = async (tools, caller, options) => {
  const made = (await toLangChain(tools, caller, { ...options, tool, ToolMessage })).tools;
  return {
    names: made.map(({ name }) => name),
    schemas: [],
    strict: made.map(() => false),
    answer: (calls, { signal } = {}) =>
      Promise.all(
        calls.map(async ({ id, name, input: args }) => {
          const called: Pick<StructuredToolInterface, 'invoke'> | undefined = made.find((one) => one.name === name);
          const message: unknown = await called?.invoke(
            { type: 'tool_call', id, name, args },
            { ...(signal && { signal }) },
          );
          if (!(message instanceof ToolMessage)) throw new TypeError('LangChain made no message of it.');
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

const agents: Make = async (tools, caller, options) => {
  const made = (await toOpenAiAgents(tools, caller, { ...options, tool: agentTool })).tools;
  return {
    names: made.map(({ name }) => name),
    schemas: made.map(({ parameters }) => parameters),
    strict: made.map(({ strict }) => strict),
    answer: (calls, { signal } = {}) =>
      Promise.all(
        calls.map(async ({ id, name, input }) => {
          const args = JSON.stringify(input);
          const toolCall = { type: 'function_call', callId: id, name, arguments: args } as const;
          const called = made.find((one) => one.name === name);
          const text = await called?.invoke(new RunContext(), args, { toolCall, ...(signal && { signal }) });
          return { id, text: String(text) };
        }),
      ),
  };
};

/** The interfaces whose SDK runs the tools itself. */
export const interfacesWithLoop = {
  "Anthropic's tool runner": anthropicRunner,
  'AI SDK': aiSdk,
  LangChain: langChain,
  'OpenAI Agents': agents,
} satisfies Readonly<Record<string, Make>>;
