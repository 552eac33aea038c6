import type { Client } from '@toolwire/client';
import { createAttempts } from '@toolwire/models';
import { toAiSdk } from '@toolwire/models/ai-sdk';
import { generateText, jsonSchema, type LanguageModel, stepCountIs } from 'ai';

/** Lets a model answer a question with the tools of a server. */
export async function ask(model: LanguageModel, client: Client, question: string): Promise<string> {
  const { tools } = await toAiSdk(client, { jsonSchema, attempts: createAttempts() });
  const { text } = await generateText({ model, prompt: question, tools, stopWhen: stepCountIs(10) });
  return text;
}
