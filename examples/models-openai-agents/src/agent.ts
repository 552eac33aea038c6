import { Agent, type Runner, tool } from '@openai/agents';
import type { Client } from '@toolwire/client';
import { createAttempts } from '@toolwire/models';
import { toOpenAiAgents } from '@toolwire/models/openai-agents';

/** Lets an agent answer a question with the tools of a server. */
export async function ask(runner: Runner, client: Client, question: string): Promise<string> {
  const { tools } = await toOpenAiAgents(client, { tool, strict: 'auto', attempts: createAttempts() });
  const { finalOutput } = await runner.run(new Agent({ name: 'Porter', model: 'gpt-5.1', tools }), question);
  return finalOutput ?? '';
}
