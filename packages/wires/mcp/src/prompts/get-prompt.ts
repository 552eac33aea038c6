import { andThen } from '@toolwire/core';
import { nearestName } from '@toolwire/internal';
import type { PromptMessage, PromptMessages } from '../definitions/prompt-definition.ts';
import { type OfferMethod, type OfferReply, type OfferRequest, offerError, offerResult } from '../offers/offer.ts';
import { defaultLimits, type RunOffer } from '../offers/run-offer.ts';
import type { SeenBy } from '../offers/visible.ts';
import { encodeBlocks } from '../results/encode-content.ts';
import type { Dialect } from '../revisions/dialect.ts';
import { rpcCodes } from '../rpc/json-rpc.ts';
import { type Fields, isObject } from '../rpc/json-shape.ts';
import type { Prompt } from './compile-prompt.ts';
import { typedArguments } from './prompt-arguments.ts';

/** `prompts/get`: what a prompt says, with its arguments in it. */
export function getPrompt(prompts: readonly Prompt[], seenBy: SeenBy, run: RunOffer): OfferMethod {
  return (request) => {
    const { name, arguments: sent = {} } = request.params;
    if (typeof name !== 'string') return offerError(rpcCodes.invalidParams, 'The "name" of a prompt is a string');
    if (!isObject(sent) || !Object.values(sent).every((one) => typeof one === 'string')) {
      return offerError(rpcCodes.invalidParams, 'The "arguments" of a prompt are an object of texts, or left out');
    }
    return andThen(seenBy(prompts, request.context), (seen) => {
      const prompt = seen.find(({ definition }) => definition.name === name);
      return prompt === undefined ? unknownPrompt(name, seen) : write(prompt, sent, request);
    });
  };

  async function write(prompt: Prompt, sent: Fields, request: OfferRequest): Promise<OfferReply> {
    const { definition, args, check } = prompt;
    const { messages, description, timeoutMs } = definition;
    // MCP-PROMPT-02: checked before the prompt is written.
    const checked = await run(() => check(typedArguments(sent, args)), request, { subject: 'The prompt', timeoutMs });
    if (checked.reply !== undefined) return checked.reply;
    if (!checked.value.ok) {
      const { message, parameterErrors } = checked.value;
      const lines = Object.entries(parameterErrors).map(([one, problem]) => `${one}: ${problem}`);
      return offerError(rpcCodes.invalidParams, [message, ...lines].join('\n'), { parameter_errors: parameterErrors });
    }
    // What `messages` takes is known to its author's compiler alone: the schema of the same definition has made this.
    const input = checked.value.value as never;
    const ran = await run(
      (context) => (typeof messages === 'function' ? messages.call(definition, input, context) : messages),
      request,
      { subject: 'The prompt', timeoutMs },
    );
    return ran.reply ?? encodeMessages(ran.value, description, request);
  }
}

/** Says that there is no such prompt, and which one was probably meant. */
export function unknownPrompt(name: string, seen: readonly Prompt[]): OfferReply {
  const meant = nearestName(
    name,
    seen.map(({ definition }) => definition.name),
  );
  const hint = meant === undefined ? 'prompts/list tells which there are.' : `Did you mean '${meant}'?`;
  return offerError(rpcCodes.invalidParams, `There is no such prompt. ${hint}`);
}

function encodeMessages(
  given: PromptMessages,
  description: string | undefined,
  { dialect, context }: OfferRequest,
): OfferReply {
  const messages: unknown = typeof given === 'string' ? [{ role: 'user', content: given }] : given;
  if (!Array.isArray(messages)) return offerError(rpcCodes.internal, 'The prompt could not be written');
  const encoded = (messages as readonly PromptMessage[]).map((message) => encodeMessage(message, dialect));
  const reply = offerResult({ ...(description !== undefined && { description }), messages: encoded });
  const { outputBytes } = context.service.limits ?? defaultLimits;
  return reply.kind === 'result' && reply.members.length > outputBytes
    ? offerError(rpcCodes.internal, 'The prompt is longer than a message carries')
    : reply;
}

function encodeMessage({ role, content }: PromptMessage, dialect: Dialect): object {
  const block = typeof content === 'string' ? ({ type: 'text', text: content } as const) : content;
  return { role, content: encodeBlocks([block], dialect)[0] };
}
