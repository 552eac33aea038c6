import { toAnthropic } from '@toolwire/models/anthropic';
import { toGemini } from '@toolwire/models/gemini';
import { toOpenAiChat, toOpenAiResponses } from '@toolwire/models/openai';
import { type CreateApiTools, callable } from './api-tools.ts';
import { apisWithLoop } from './interfaces-with-loop.ts';

const chat: CreateApiTools = async (tools, caller, options) => {
  const apiTools = await toOpenAiChat(callable(tools, caller), options);
  return {
    names: apiTools.tools.map((tool) => tool.function.name),
    schemas: apiTools.tools.map((tool) => tool.function.parameters),
    strict: apiTools.tools.map((tool) => tool.function.strict === true),
    async answer(calls, turn) {
      const apiCalls = calls.map(({ id, name, input }) => ({
        id,
        function: { name, arguments: JSON.stringify(input) },
      }));
      return (await apiTools.answer(apiCalls, turn)).map(({ tool_call_id: id, content: text }) => ({ id, text }));
    },
  };
};

const responses: CreateApiTools = async (tools, caller, options) => {
  const apiTools = await toOpenAiResponses(callable(tools, caller), options);
  return {
    names: apiTools.tools.map(({ name }) => name),
    schemas: apiTools.tools.map(({ parameters }) => parameters),
    strict: apiTools.tools.map(({ strict }) => strict),
    async answer(calls, turn) {
      const type = 'function_call';
      const apiCalls = calls.map(({ id, name, input }) => ({
        type,
        call_id: id,
        id: 'fc',
        name,
        arguments: JSON.stringify(input),
      }));
      const answers = await apiTools.answer([{ type: 'message' }, ...apiCalls], turn);
      return answers.map(({ call_id: id, output: text }) => ({ id, text }));
    },
  };
};

const anthropic: CreateApiTools = async (tools, caller, options) => {
  const apiTools = await toAnthropic(callable(tools, caller), options);
  return {
    names: apiTools.tools.map(({ name }) => name),
    schemas: apiTools.tools.map(({ input_schema: schema }) => schema),
    strict: apiTools.tools.map(({ strict }) => strict === true),
    async answer(calls, turn) {
      const apiCalls = calls.map((call) => ({ type: 'tool_use', ...call }));
      const { content } = await apiTools.answer([{ type: 'text' }, ...apiCalls], turn);
      return content.map(({ tool_use_id: id, content: text, is_error: isError }) => ({ id, text, isError }));
    },
  };
};

const gemini: CreateApiTools = async (tools, caller, options) => {
  const apiTools = await toGemini(callable(tools, caller), options);
  const declared = apiTools.tools.flatMap(({ functionDeclarations }) => functionDeclarations);
  return {
    names: declared.map(({ name }) => name),
    schemas: declared.map(({ parametersJsonSchema }) => parametersJsonSchema),
    strict: declared.map(() => false),
    async answer(calls, turn) {
      const { parts } = await apiTools.answer(
        calls.map(({ id, name, input }) => ({ id, name, args: input })),
        turn,
      );
      return parts.map(({ functionResponse: { id, response } }) => {
        const isError = 'error' in response;
        const output = isError ? response['error'] : response['output'];
        return { id, isError, text: typeof output === 'string' ? output : JSON.stringify(output), value: output };
      });
    },
  };
};

/** The APIs whose calls toolwire answers turn by turn. */
export const apisWithTurns = {
  'OpenAI chat completions': chat,
  'OpenAI responses': responses,
  'Anthropic messages': anthropic,
  Gemini: gemini,
} satisfies Readonly<Record<string, CreateApiTools>>;

/** Every API. */
export const apis: Readonly<Record<string, CreateApiTools>> = { ...apisWithTurns, ...apisWithLoop };
