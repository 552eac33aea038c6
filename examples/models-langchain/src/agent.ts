import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import type { Client } from '@toolwire/client';
import { createAttempts } from '@toolwire/models';
import { toLangChain } from '@toolwire/models/langchain';
import { createAgent } from 'langchain';

/** Lets a model answer a question with the tools of a server. */
export async function ask(model: BaseChatModel, client: Client, question: string): Promise<string> {
  const { tools } = await toLangChain(client, { tool, ToolMessage, attempts: createAttempts() });
  const { messages } = await createAgent({ model, tools }).invoke({ messages: [{ role: 'user', content: question }] });
  return messages.at(-1)?.text ?? '';
}
