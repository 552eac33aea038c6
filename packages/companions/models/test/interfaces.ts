import { ToolError } from '@anthropic-ai/sdk/helpers/beta/toolsets';
import { ToolMessage } from '@langchain/core/messages';
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { tool as agentTool, RunContext } from '@openai/agents';
import type { ModelTool, ModelToolsOptions, ToolCaller, TurnOptions } from '@toolwire/models';
import { toAiSdk } from '@toolwire/models/ai-sdk';
import { toAnthropic, toAnthropicRunner } from '@toolwire/models/anthropic';
import { toGemini } from '@toolwire/models/gemini';
import { toLangChain } from '@toolwire/models/langchain';
import { toOpenAiChat, toOpenAiResponses } from '@toolwire/models/openai';
import { toOpenAiAgents } from '@toolwire/models/openai-agents';
import { jsonSchema, type Schema } from 'ai';

/** A call as any model makes it. */
interface Called {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What is left of an answer in the form of an interface. */
interface Read {
  readonly id: string | undefined;
  readonly text: string;
  /** Left out where the interface has no mark for failures. */
  readonly isError?: boolean;
  /** What the tool returned, where the interface has a place for it beside the text. */
  readonly value?: unknown;
}

/** An interface's tools, whichever it is. */
interface Made {
  readonly names: readonly string[];
  readonly schemas: readonly unknown[];
  readonly strict: readonly boolean[];
  answer(calls: readonly Called[], turn?: TurnOptions): Promise<readonly Read[]>;
}

type Make = (tools: readonly ModelTool[], caller: ToolCaller, options?: ModelToolsOptions) => Made;

const chat: Make = (tools, caller, options) => {
  const made = toOpenAiChat(tools, caller, options);
  return {
    names: made.tools.map((one) => one.function.name),
    schemas: made.tools.map((one) => one.function.parameters),
    strict: made.tools.map((one) => one.function.strict === true),
    async answer(calls, turn) {
      const asked = calls.map(({ id, name, input }) => ({ id, function: { name, arguments: JSON.stringify(input) } }));
      return (await made.answer(asked, turn)).map(({ tool_call_id: id, content: text }) => ({ id, text }));
    },
  };
};

const responses: Make = (tools, caller, options) => {
  const made = toOpenAiResponses(tools, caller, options);
  return {
    names: made.tools.map(({ name }) => name),
    schemas: made.tools.map(({ parameters }) => parameters),
    strict: made.tools.map(({ strict }) => strict),
    async answer(calls, turn) {
      const type = 'function_call';
      const asked = calls.map(({ id, name, input }) => ({
        type,
        call_id: id,
        id: 'fc',
        name,
        arguments: JSON.stringify(input),
      }));
      const answers = await made.answer([{ type: 'message' }, ...asked], turn);
      return answers.map(({ call_id: id, output: text }) => ({ id, text }));
    },
  };
};

const anthropic: Make = (tools, caller, options) => {
  const made = toAnthropic(tools, caller, options);
  return {
    names: made.tools.map(({ name }) => name),
    schemas: made.tools.map(({ input_schema: schema }) => schema),
    strict: made.tools.map(({ strict }) => strict === true),
    async answer(calls, turn) {
      const asked = calls.map((call) => ({ type: 'tool_use', ...call }));
      const { content } = await made.answer([{ type: 'text' }, ...asked], turn);
      return content.map(({ tool_use_id: id, content: text, is_error: isError }) => ({ id, text, isError }));
    },
  };
};

const anthropicRunner: Make = (tools, caller, options) => {
  const made = toAnthropicRunner(tools, caller, { ...options, ToolError }).tools;
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

const gemini: Make = (tools, caller, options) => {
  const made = toGemini(tools, caller, options);
  const declared = made.tools.flatMap(({ functionDeclarations }) => functionDeclarations);
  return {
    names: declared.map(({ name }) => name),
    schemas: declared.map(({ parametersJsonSchema }) => parametersJsonSchema),
    strict: declared.map(() => false),
    async answer(calls, turn) {
      const { parts } = await made.answer(
        calls.map(({ id, name, input }) => ({ id, name, args: input })),
        turn,
      );
      return parts.map(({ functionResponse: { id, response } }) => {
        const isError = 'error' in response;
        const told = isError ? response['error'] : response['output'];
        return { id, isError, text: typeof told === 'string' ? told : JSON.stringify(told), value: told };
      });
    },
  };
};

const aiSdk: Make = (tools, caller, options) => {
  const schemas: object[] = [];
  const noted = (schema: object): Schema<unknown> => {
    schemas.push(schema);
    return jsonSchema(schema);
  };
  const made = toAiSdk(tools, caller, { ...options, jsonSchema: noted }).tools;
  return {
    names: Object.keys(made),
    schemas,
    strict: Object.values(made).map(() => false),
    // It refuses calls of unknown tools, and tells the model so, before a tool is asked.
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

const langChain: Make = (tools, caller, options) => {
  const made = toLangChain(tools, caller, { ...options, tool, ToolMessage }).tools;
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

const agents: Make = (tools, caller, options) => {
  const made = toOpenAiAgents(tools, caller, { ...options, tool: agentTool }).tools;
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

/** Every interface, and how tests speak to it. */
export const interfaces = {
  'OpenAI chat completions': chat,
  'OpenAI responses': responses,
  'Anthropic messages': anthropic,
  "Anthropic's tool runner": anthropicRunner,
  Gemini: gemini,
  'AI SDK': aiSdk,
  LangChain: langChain,
  'OpenAI Agents': agents,
} satisfies Readonly<Record<string, Make>>;
