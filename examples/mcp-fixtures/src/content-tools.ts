import { audio, content, image, type ToolDefinition } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { fixtureTool } from './fixture-tool.ts';
import { redPixel, silence } from './media.ts';

/** Tools that answer with each kind of content, and one that fails. */
export function contentTools(): readonly ToolDefinition[] {
  return [
    fixtureTool('test_simple_text', {
      description: 'Returns a string.',
      run: () => content('This is a simple text response for testing.'),
    }),
    fixtureTool('test_image_content', {
      description: 'Returns an image.',
      run: () => content(image(redPixel, 'image/png')),
    }),
    fixtureTool('test_audio_content', {
      description: 'Returns a sound.',
      run: () => content(audio(silence, 'audio/wav')),
    }),
    fixtureTool('test_embedded_resource', {
      description: 'Returns a resource.',
      run: () => {
        const text = 'This is an embedded resource content.';
        return content({
          type: 'resource',
          resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text },
        });
      },
    }),
    fixtureTool('test_multiple_content_types', {
      description: 'Returns a string, an image and a resource.',
      run: () => {
        const text = JSON.stringify({ test: 'data', value: 123 });
        return content('Multiple content types test:', image(redPixel, 'image/png'), {
          type: 'resource',
          resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text },
        });
      },
    }),
    fixtureTool('test_error_handling', {
      description: 'Fails with its own message.',
      run: () => {
        throw new ToolError('This tool intentionally returns an error for testing');
      },
    }),
  ];
}
