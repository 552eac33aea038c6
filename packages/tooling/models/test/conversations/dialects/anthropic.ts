import Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '@anthropic-ai/sdk/helpers/beta/toolsets';
import { toAnthropic, toAnthropicRunner } from '@toolwire/models/anthropic';
import {
  type ConversationSettings,
  type Dialect,
  type ModelToolCall,
  type ToolAnswer,
  writtenText,
} from '../dialect.ts';

function say(calls: readonly ModelToolCall[]): object {
  const message = { role: 'assistant', usage: { input_tokens: 1, output_tokens: 1 } };
  if (calls.length === 0) return { ...message, content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' };
  return { ...message, content: calls.map((call) => ({ type: 'tool_use', ...call })), stop_reason: 'tool_use' };
}

function read(request: unknown): readonly ToolAnswer[] {
  const { messages } = request as Anthropic.MessageCreateParams;
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .flatMap((block) =>
      block.type === 'tool_result'
        ? [{ id: block.tool_use_id, text: writtenText(block.content), isError: block.is_error === true }]
        : [],
    );
}

/** Anthropic's Messages API. */
export const anthropic: Dialect = {
  hasTextArguments: false,
  hasLoop: false,
  modelMessage: say,
  read,
  async converse({ url: baseURL, tools, call, attempts, signal }) {
    const client = new Anthropic({ apiKey: 'none', baseURL });
    const ours = await toAnthropic({ tools, call });
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Please.' }];
    for (;;) {
      const message = await client.messages.create({ model: 'any', max_tokens: 9, messages, tools: ours.tools });
      if (message.stop_reason !== 'tool_use') return;
      messages.push(
        { role: 'assistant', content: message.content },
        await ours.answer(message.content, { attempts, signal }),
      );
    }
  },
};

/** The tool runner of Anthropic's SDK, which runs the tools itself. */
export const anthropicRunner: Dialect = {
  hasTextArguments: false,
  hasLoop: true,
  isStored: true,
  modelMessage: say,
  read,
  async converse({ url: baseURL, tools, call, attempts, signal }: ConversationSettings) {
    const client = new Anthropic({ apiKey: 'none', baseURL });
    const ours = await toAnthropicRunner({ tools, call }, { ToolError, attempts });
    const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: 'Please.' }];
    await client.beta.messages
      .toolRunner({ model: 'any', max_tokens: 9, messages, tools: ours.tools }, { signal })
      .runUntilDone();
  },
};
