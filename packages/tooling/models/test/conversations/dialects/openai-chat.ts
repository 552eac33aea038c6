import { toOpenAiChat } from '@toolwire/models/openai';
import OpenAI from 'openai';
import { type Dialect, textOf, writtenText } from '../dialect.ts';

/** OpenAI's Chat Completions API. */
export const openAiChat: Dialect = {
  hasTextArguments: true,
  hasLoop: false,
  modelMessage(calls) {
    const tool_calls = calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: textOf(call) },
    }));
    const message = { role: 'assistant', content: 'Done.', ...(calls.length > 0 && { content: null, tool_calls }) };
    return { choices: [{ message }] };
  },
  async converse({ url: baseURL, tools, call, attempts, signal }) {
    const openai = new OpenAI({ apiKey: 'none', baseURL });
    const ours = await toOpenAiChat({ tools, call });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Please.' }];
    for (;;) {
      const { choices } = await openai.chat.completions.create({ model: 'any', messages, tools: ours.tools });
      const message = choices[0]?.message;
      if (message?.tool_calls === undefined) return;
      messages.push(message, ...(await ours.answer(message.tool_calls, { attempts, signal })));
    }
  },
  read(request) {
    const { messages } = request as OpenAI.ChatCompletionCreateParams;
    return messages.flatMap((message) =>
      message.role === 'tool' ? [{ id: message.tool_call_id, text: writtenText(message.content) }] : [],
    );
  },
};
