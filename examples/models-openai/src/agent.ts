import type { Client } from '@toolwire/client';
import { createAttempts } from '@toolwire/models';
import { toOpenAiChat } from '@toolwire/models/openai';
import type OpenAI from 'openai';

/** Lets a model answer a question with the tools of a server. Returns the whole conversation. */
export async function ask(
  openai: OpenAI,
  client: Client,
  question: string,
): Promise<readonly OpenAI.ChatCompletionMessageParam[]> {
  const { tools, answer } = await toOpenAiChat(client, { strict: 'auto' });
  const attempts = createAttempts();
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }];
  for (;;) {
    const completion = await openai.chat.completions.create({ model: 'gpt-5.1', messages, tools });
    const message = completion.choices[0]?.message;
    if (message === undefined) return messages;
    messages.push(message);
    if (message.tool_calls === undefined) return messages;
    messages.push(...(await answer(message.tool_calls, { attempts })));
  }
}
