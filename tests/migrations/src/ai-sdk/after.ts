import { toAiSdk } from '@toolwire/models/ai-sdk';
import {
  generateText,
  jsonSchema,
  type LanguageModel,
  stepCountIs,
} from 'ai';
import { defineTool, ToolError, toolwire } from 'toolwire';
import { z } from 'zod';

const rooms = new Map([['kitchen', 21]]);

const read = defineTool({
  id: 'House.ReadTemperature',
  version: '1.0.0',
  name: 'read_temperature',
  description: 'Reads the temperature of a room, in degrees Celsius.',
  input: z.object({ room: z.string().describe('The name of the room.') }),
  output: z.object({ degrees: z.number() }),
  run: ({ room }) => {
    const degrees = rooms.get(room);
    if (degrees === undefined) throw new ToolError(`There is no ${room}`);
    return { degrees };
  },
});

const server = toolwire({ tools: [read] });
const { tools } = await toAiSdk(server, { jsonSchema });

export async function ask(
  model: LanguageModel,
  prompt: string,
): Promise<string> {
  const { text } = await generateText({
    model,
    prompt,
    tools,
    stopWhen: stepCountIs(5),
  });
  return text;
}
