import { image } from '@toolwire/core';
import {
  createMcpUpdates,
  definePrompt,
  defineResource,
  type McpServingOptions,
  type ResourceDefinition,
} from '@toolwire/mcp';
import { fieldOf, form } from './asking-tools.ts';
import { redPixel } from './media.ts';

const text = { type: 'string' } as const;

/** The resources that the suite reads by their addresses. */
const resources = [
  defineResource({
    uri: 'test://static-text',
    name: 'static-text',
    description: 'A constant string.',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  }),
  defineResource({
    uri: 'test://static-binary',
    name: 'static-binary',
    description: 'An image of one pixel.',
    mimeType: 'image/png',
    blob: Buffer.from(redPixel, 'base64'),
  }),
  defineResource({
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'A string to subscribe to.',
    mimeType: 'text/plain',
    text: 'This is the content of the watched resource.',
  }),
  defineResource({
    uri: 'test://template/{id}/data',
    name: 'template',
    description: 'Data of an id.',
    mimeType: 'application/json',
    read: ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  }),
];

/** The prompts that the suite gets by their names. */
const prompts = [
  definePrompt({
    name: 'test_simple_prompt',
    description: 'A constant message.',
    messages: 'This is a simple prompt for testing.',
  }),
  definePrompt({
    name: 'test_prompt_with_arguments',
    description: 'Repeats its arguments.',
    input: {
      type: 'object',
      properties: {
        arg1: { ...text, description: 'First test argument' },
        arg2: { ...text, description: 'Second test argument' },
      },
      required: ['arg1', 'arg2'],
    },
    messages: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${String(arg1)}', arg2='${String(arg2)}'`,
    complete: { arg1: ['paris', 'park', 'party'] },
  }),
  definePrompt({
    name: 'test_prompt_with_embedded_resource',
    description: 'Brings a resource along.',
    input: {
      type: 'object',
      properties: { resourceUri: { ...text, description: 'Its address.' } },
      required: ['resourceUri'],
    },
    messages: ({ resourceUri }) => [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: {
            uri: String(resourceUri),
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        },
      },
      { role: 'user', content: 'Please process the embedded resource above.' },
    ],
  }),
  definePrompt({
    name: 'test_prompt_with_image',
    description: 'Shows an image.',
    messages: [
      { role: 'user', content: image(redPixel, 'image/png') },
      { role: 'user', content: 'Please analyze the image above.' },
    ],
  }),
  definePrompt({
    name: 'test_input_required_result_prompt',
    description: 'Asks for its context.',
    messages: async (_input, { ask }) => {
      const question = form('What context should the prompt use?', 'context', 'string');
      const { user_context: answer } = await ask({ user_context: question });
      return `Context: ${fieldOf(answer, 'context')}`;
    },
  }),
];

/** The resources and prompts of a server, with additional resources. */
export function createSuiteOffers(
  more: readonly ResourceDefinition[],
): Pick<McpServingOptions, 'resources' | 'updates' | 'prompts'> {
  return { resources: [...resources, ...more], updates: createMcpUpdates(), prompts };
}
