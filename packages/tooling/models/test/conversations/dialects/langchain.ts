import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { toLangChain } from '@toolwire/models/langchain';
import { createAgent } from 'langchain';
import type { Dialect, ModelToolCall, ToolAnswer } from '../dialect.ts';

/** A model of LangChain that uses the scripted model. */
class FarModel extends BaseChatModel {
  readonly #url: string;

  constructor(url: string) {
    super({});
    this.#url = url;
  }

  override _llmType(): string {
    return 'far';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const answers = messages.flatMap((message): readonly ToolAnswer[] =>
      ToolMessage.isInstance(message)
        ? [{ id: message.tool_call_id, text: message.text, isError: message.status === 'error' }]
        : [],
    );
    const response = await fetch(this.#url, { method: 'POST', body: JSON.stringify({ answers }) });
    const { calls } = (await response.json()) as { readonly calls: readonly ModelToolCall[] };
    const tool_calls = calls.map(({ id, name, input }) => ({ id, name, args: Object(input) as object }));
    const content = calls.length > 0 ? '' : 'Done.';
    return { generations: [{ text: content, message: new AIMessage({ content, tool_calls }) }] };
  }
}

/** Agents of LangChain, which run the tools themselves. */
export const langChain: Dialect = {
  hasTextArguments: false,
  hasLoop: true,
  modelMessage: (calls) => ({ calls }),
  async converse({ url, tools, call, attempts, signal }) {
    const ours = await toLangChain({ tools, call }, { tool, ToolMessage, attempts });
    const agent = createAgent({ model: new FarModel(url), tools: ours.tools });
    await agent.invoke({ messages: [{ role: 'user', content: 'Please.' }] }, { signal });
  },
  read: (request) => (request as { readonly answers: readonly ToolAnswer[] }).answers,
};
