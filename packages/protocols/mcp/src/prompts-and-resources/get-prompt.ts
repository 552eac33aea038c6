import { andThen, type JsonValue } from '@toolwire/core';
import { isContent } from '@toolwire/core/internal';
import { type Fields, isObject } from '@toolwire/core/wire';
import { nearestName } from '@toolwire/internal';
import type { PromptMessage, PromptMessages } from '../definitions/prompt-definition.ts';
import { internalError, invalidParams } from '../json-rpc/errors.ts';
import type { Revision } from '../json-rpc/revisions.ts';
import { encodeBlocks } from '../tools/encode-result.ts';
import { type Prompt, typedArguments } from './compile-prompt.ts';
import { type FeatureMethod, type FeatureReply, type FeatureRequest, featureError, featureResult } from './feature.ts';
import type { FeatureDependencies } from './run-feature.ts';

/** `prompts/get`: writes a prompt with its arguments. */
export function getPrompt({ definitions, filterVisible, run, report }: FeatureDependencies): FeatureMethod {
  return (request) => {
    const { name, arguments: sent = {} } = request.params;
    if (typeof name !== 'string') return featureError(invalidParams('The "name" of a prompt is a string'));
    if (!isObject(sent) || !Object.values(sent).every((text) => typeof text === 'string')) {
      return featureError(invalidParams('The "arguments" of a prompt must be an object of strings, or omitted'));
    }
    return andThen(filterVisible(definitions.prompts, request.context), (visiblePrompts) => {
      const prompt = visiblePrompts.find(({ definition }) => definition.name === name);
      return prompt === undefined ? unknownPrompt(name, visiblePrompts) : write(prompt, sent, request);
    });
  };

  async function write(prompt: Prompt, sent: Fields, request: FeatureRequest): Promise<FeatureReply> {
    const { definition, args, check } = prompt;
    const { messages, description, timeoutMs } = definition;
    // Validated before the prompt is written. MCP-PROMPT-02
    const checked = await run(() => check(typedArguments(sent, args)), request, { subject: 'The prompt', timeoutMs });
    if (checked.reply !== undefined) return checked.reply;
    if (!checked.value.ok) {
      const { message, parameterErrors } = checked.value;
      const lines = Object.entries(parameterErrors).map(([argument, problem]) => `${argument}: ${problem}`);
      return featureError(invalidParams([message, ...lines].join('\n'), { parameter_errors: parameterErrors }));
    }
    // Only the author's compiler knows the input type of `messages`. The schema of the same definition produced this value.
    const input = checked.value.value as never;
    const result = await run(
      (context) => (typeof messages === 'function' ? messages.call(definition, input, context) : messages),
      request,
      { subject: 'The prompt', timeoutMs },
    );
    if (result.reply !== undefined) return result.reply;
    const written = messagesOf(result.value);
    if (written !== undefined) return encodeMessages(written, description, request);
    report(new TypeError(`The messages of the prompt '${definition.name}' are invalid. ${advice}`));
    return featureError(internalError('The prompt could not be written'));
  }
}

/** The error for an unknown prompt, with the closest name. */
export function unknownPrompt(name: string, visiblePrompts: readonly Prompt[]): FeatureReply {
  const names = visiblePrompts.map(({ definition }) => definition.name);
  const suggestion = nearestName(name, names);
  const hint = suggestion === undefined ? 'Call prompts/list to see all prompts.' : `Did you mean '${suggestion}'?`;
  return featureError(invalidParams(`Unknown prompt. ${hint}`));
}

const advice = "Write a string, or a list such as [{ role: 'user', content: 'Hello' }], with one block per message.";

/** The messages of a prompt; `undefined` if they are invalid, because a client would reject the whole response. */
function messagesOf(written: PromptMessages): readonly PromptMessage[] | undefined {
  const messages: unknown = typeof written === 'string' ? [{ role: 'user', content: written }] : written;
  return Array.isArray(messages) && messages.every(isMessage) ? messages : undefined;
}

function isMessage(message: unknown): message is PromptMessage {
  if (!isObject(message)) return false;
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') return false;
  return typeof content === 'string' || isContent({ content: [content as JsonValue] });
}

function encodeMessages(
  messages: readonly PromptMessage[],
  description: string | undefined,
  { revision, context }: FeatureRequest,
): FeatureReply {
  const encoded = messages.map((message) => encodeMessage(message, revision));
  const reply = featureResult({ ...(description !== undefined && { description }), messages: encoded });
  const { outputBytes } = context.service.limits;
  return reply.kind === 'result' && reply.members.length > outputBytes
    ? featureError(internalError('The prompt is too long for a message'))
    : reply;
}

function encodeMessage({ role, content }: PromptMessage, revision: Revision): object {
  const block = typeof content === 'string' ? ({ type: 'text', text: content } as const) : content;
  return { role, content: encodeBlocks([block], revision)[0] };
}
