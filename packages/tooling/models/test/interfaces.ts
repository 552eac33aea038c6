import { toAnthropic } from '@toolwire/models/anthropic';
import { toGemini } from '@toolwire/models/gemini';
import { toOpenAiChat, toOpenAiResponses } from '@toolwire/models/openai';
import { interfacesWithLoop } from './interfaces-with-loop.ts';
import type { Make } from './made.ts';

const chat: Make = async (tools, caller, options) => {
  const made = await toOpenAiChat(tools, caller, options);
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

const responses: Make = async (tools, caller, options) => {
  const made = await toOpenAiResponses(tools, caller, options);
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

const anthropic: Make = async (tools, caller, options) => {
  const made = await toAnthropic(tools, caller, options);
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

const gemini: Make = async (tools, caller, options) => {
  const made = await toGemini(tools, caller, options);
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

/** The interfaces whose turns are answered by us, and how tests speak to them. */
export const interfacesOfTurns = {
  'OpenAI chat completions': chat,
  'OpenAI responses': responses,
  'Anthropic messages': anthropic,
  Gemini: gemini,
} satisfies Readonly<Record<string, Make>>;

/** Every interface, and how tests speak to it. */
export const interfaces: Readonly<Record<string, Make>> = { ...interfacesOfTurns, ...interfacesWithLoop };
