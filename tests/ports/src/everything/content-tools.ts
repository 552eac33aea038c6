import process from 'node:process';
import { type ContentBlock, content, defineTool, image, ToolError } from 'toolwire';
import { z } from 'zod';
import { dynamicResource, dynamicUri, resourceTypes } from './resources.ts';
import { tinyImage } from './tiny-image.ts';

export const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

export const echo = defineTool({
  id: 'Everything.Echo',
  version: '1.0.0',
  name: 'echo',
  title: 'Echo Tool',
  description: 'Echoes back the input string',
  input: z.object({ message: z.string().describe('Message to echo') }),
  annotations: reading,
  run: ({ message }) => `Echo: ${message}`,
});

const messages = {
  error: { text: 'Error: Operation failed', annotations: { priority: 1, audience: ['user', 'assistant'] } },
  success: { text: 'Operation completed successfully', annotations: { priority: 0.7, audience: ['user'] } },
  debug: {
    text: 'Debug: Cache hit ratio 0.95, latency 150ms',
    annotations: { priority: 0.3, audience: ['assistant'] },
  },
} as const;

export const getAnnotatedMessage = defineTool({
  id: 'Everything.AnnotatedMessage',
  version: '1.0.0',
  name: 'get-annotated-message',
  title: 'Get Annotated Message Tool',
  description: 'Demonstrates how annotations can be used to provide metadata about content.',
  input: z.object({
    messageType: z
      .enum(['error', 'success', 'debug'])
      .describe('Type of message to demonstrate different annotation patterns'),
    includeImage: z.boolean().default(false).describe('Whether to include an example image'),
  }),
  annotations: reading,
  run: ({ messageType, includeImage }) => {
    const message: ContentBlock = { type: 'text', ...messages[messageType] };
    if (!includeImage) return content(message);
    const annotations = { priority: 0.5, audience: ['user'] } as const;
    return content(message, { ...image(tinyImage, 'image/png'), annotations });
  },
});

export const getEnv = defineTool({
  id: 'Everything.Env',
  version: '1.0.0',
  name: 'get-env',
  title: 'Print Environment Tool',
  description: 'Returns all environment variables, helpful for debugging MCP server configuration',
  annotations: reading,
  run: () => JSON.stringify(process.env, null, 2),
});

export const getResourceLinks = defineTool({
  id: 'Everything.ResourceLinks',
  version: '1.0.0',
  name: 'get-resource-links',
  title: 'Get Resource Links Tool',
  description: 'Returns up to ten resource links that reference different types of resources',
  input: z.object({
    count: z.number().min(1).max(10).default(3).describe('Number of resource links to return (1-10)'),
  }),
  annotations: reading,
  run: ({ count }) => {
    const ids = Array.from({ length: Math.floor(count) }, (_none, index) => index + 1);
    const intro = `Here are ${count} resource links to resources available in this server:`;
    return content(intro, ...ids.map(linkTo));
  },
});

function linkTo(id: number): ContentBlock {
  const type = id % 2 === 0 ? 'Text' : 'Blob';
  return {
    type: 'resource_link',
    uri: dynamicUri(type, id),
    name: `${type} Resource ${id}`,
    description: `Resource ${id}: plaintext resource`,
    mimeType: 'text/plain',
  };
}

export const getResourceReference = defineTool({
  id: 'Everything.ResourceReference',
  version: '1.0.0',
  name: 'get-resource-reference',
  title: 'Get Resource Reference Tool',
  description: 'Returns a resource reference that can be used by MCP clients',
  input: z.object({
    resourceType: z.enum(resourceTypes).default('Text'),
    resourceId: z.number().default(1).describe('ID of the text resource to fetch'),
  }),
  annotations: reading,
  run: ({ resourceType, resourceId }) => {
    if (!Number.isInteger(resourceId) || resourceId < 1) {
      throw new ToolError(`Invalid resourceId: ${resourceId}. Must be a finite positive integer.`);
    }
    return content(
      `Returning resource reference for Resource ${resourceId}:`,
      { type: 'resource', resource: dynamicResource(resourceType, resourceId) },
      `You can access this resource using the URI: ${dynamicUri(resourceType, resourceId)}`,
    );
  },
});

const weather = {
  'New York': { temperature: 33, conditions: 'Cloudy', humidity: 82 },
  Chicago: { temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 },
  'Los Angeles': { temperature: 73, conditions: 'Sunny / Clear', humidity: 48 },
} as const;

export const getStructuredContent = defineTool({
  id: 'Everything.StructuredContent',
  version: '1.0.0',
  name: 'get-structured-content',
  title: 'Get Structured Content Tool',
  description: 'Returns structured content along with an output schema for client data validation',
  input: z.object({ location: z.enum(['New York', 'Chicago', 'Los Angeles']).describe('Choose city') }),
  output: z.object({
    temperature: z.number().describe('Temperature in celsius'),
    conditions: z.string().describe('Weather conditions description'),
    humidity: z.number().describe('Humidity percentage'),
  }),
  annotations: reading,
  run: ({ location }) => weather[location],
});

export const getSum = defineTool({
  id: 'Everything.Sum',
  version: '1.0.0',
  name: 'get-sum',
  title: 'Get Sum Tool',
  description: 'Returns the sum of two numbers',
  input: z.object({ a: z.number().describe('First number'), b: z.number().describe('Second number') }),
  annotations: reading,
  run: ({ a, b }) => `The sum of ${a} and ${b} is ${a + b}.`,
});

export const getTinyImage = defineTool({
  id: 'Everything.TinyImage',
  version: '1.0.0',
  name: 'get-tiny-image',
  title: 'Get Tiny Image Tool',
  description: 'Returns a tiny MCP logo image.',
  annotations: reading,
  run: () =>
    content("Here's the image you requested:", image(tinyImage, 'image/png'), 'The image above is the MCP logo.'),
});
