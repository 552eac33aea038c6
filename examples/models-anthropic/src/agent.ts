import type Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '@anthropic-ai/sdk/helpers/beta/toolsets';
import type { Client } from '@toolwire/client';
import { createAttempts } from '@toolwire/models';
import { toAnthropicRunner } from '@toolwire/models/anthropic';

/** Lets a model answer a question with the tools of a server. */
export async function ask(anthropic: Anthropic, client: Client, question: string): Promise<string> {
  const { tools } = await toAnthropicRunner(client, {
    ToolError,
    strict: 'auto',
    attempts: createAttempts(),
  });
  const { content } = await anthropic.beta.messages
    .toolRunner({
      model: 'claude-opus-4-7',
      max_tokens: 1_000,
      messages: [{ role: 'user', content: question }],
      tools,
    })
    .runUntilDone();
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
}
