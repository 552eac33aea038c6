// Imported from api.yaml. Edit it: the next import keeps your edits.
import { defineTool, type JsonSchema } from 'toolwire';
import { z } from 'zod';
import { api } from './http.ts';

const Pet: JsonSchema = {
  $ref: '#/$defs/Pet',
  $defs: {
    Pet: {
      properties: {
        id: { type: 'integer' },
        name: { minLength: 1, type: 'string' },
        tags: { items: { type: 'string' }, type: 'array' },
        parent: { $ref: '#/$defs/Pet' },
      },
      type: 'object',
      required: ['id', 'name'],
    },
  },
};

/** `GET /echo/{segment}` */
export const echo = defineTool({
  id: 'PetAPI.Echo',
  version: '1.0.0',
  description: 'GET /echo/{segment}',
  input: z.strictObject({
    segment: z.string(),
    text: z.string().optional(),
    list: z.array(z.string()).optional(),
    csv: z.array(z.string()).optional(),
    object: z.looseObject({ a: z.string().optional(), b: z.number().multipleOf(1).optional() }).optional(),
    deep: z.looseObject({ a: z.string().optional(), b: z.number().multipleOf(1).optional() }).optional(),
    'X-Text': z.string().optional(),
    'X-List': z.array(z.string()).optional(),
    session: z.string().optional(),
    json: z.looseObject({}).optional(),
  }),
  annotations: { readOnly: true, openWorld: true },
  run: (input, context) =>
    api.call(context, 'GET', '/echo/{segment}', {
      path: { segment: input.segment },
      query: {
        text: input.text,
        list: input.list,
        csv: input.csv,
        object: input.object,
        deep: input.deep,
        json: input.json,
      },
      headers: { 'X-Text': input['X-Text'], 'X-List': input['X-List'] },
      cookies: { session: input.session },
      styles: {
        query: {
          csv: { explode: false },
          deep: { style: 'deepObject' },
          json: { isJson: true },
        },
      },
      largeResults: 'cut',
    }),
});

/** `POST /form` */
export const sendForm = defineTool({
  id: 'PetAPI.SendForm',
  version: '1.0.0',
  description: 'POST /form',
  input: z.strictObject({
    body: z.looseObject({
      text: z.string(),
      list: z.array(z.string()).optional(),
      object: z.looseObject({ a: z.string().optional(), b: z.number().multipleOf(1).optional() }).optional(),
    }).optional(),
  }),
  annotations: { readOnly: false, openWorld: true },
  run: (input, context) =>
    api.call(context, 'POST', '/form', {
      body: input.body,
      bodyType: 'application/x-www-form-urlencoded',
      largeResults: 'cut',
    }),
});

/** `GET /files` */
export const download = defineTool({
  id: 'PetAPI.Download',
  version: '1.0.0',
  description: 'GET /files',
  annotations: { readOnly: true, openWorld: true },
  run: (_input, context) =>
    api.call(context, 'GET', '/files', {
      accept: ['application/pdf'],
      largeResults: 'cut',
    }),
});

/** `POST /files` */
export const upload = defineTool({
  id: 'PetAPI.Upload',
  version: '1.0.0',
  description: 'POST /files',
  input: z.strictObject({
    body: z.looseObject({
      file: z.strictObject({
        content: z.string().meta({
          contentEncoding: 'base64',
          description: 'The bytes of the file, in base64.',
        }),
        name: z.string().optional().describe('The name of the file.'),
        type: z.string().optional().describe('The media type of the file.'),
      }).describe('A file.'),
      note: z.string().optional(),
      meta: z.looseObject({ a: z.string().optional(), b: z.number().multipleOf(1).optional() }).optional(),
    }),
  }),
  annotations: { readOnly: false, openWorld: true },
  run: (input, context) =>
    api.call(context, 'POST', '/files', {
      body: input.body,
      bodyType: 'multipart/form-data',
      encoding: { file: { isFile: true } },
      largeResults: 'cut',
    }),
});

/** `GET /status/{code}` */
export const status = defineTool({
  id: 'PetAPI.Status',
  version: '1.0.0',
  description: 'GET /status/{code}',
  input: z.strictObject({ code: z.number().multipleOf(1) }),
  annotations: { readOnly: true, openWorld: true },
  run: (input, context) =>
    api.call(context, 'GET', '/status/{code}', {
      path: { code: input.code },
      accept: ['application/problem+json'],
      largeResults: 'cut',
    }),
});

/** `POST /status/{code}` */
export const writeStatus = defineTool({
  id: 'PetAPI.WriteStatus',
  version: '1.0.0',
  description: 'POST /status/{code}',
  input: z.strictObject({ code: z.number().multipleOf(1) }),
  annotations: { readOnly: false, openWorld: true },
  run: (input, context) =>
    api.call(context, 'POST', '/status/{code}', {
      path: { code: input.code },
      accept: ['application/problem+json'],
      largeResults: 'cut',
    }),
});

/** `GET /redirect` */
export const redirect = defineTool({
  id: 'PetAPI.Redirect',
  version: '1.0.0',
  description: 'GET /redirect',
  input: z.strictObject({ to: z.string().optional() }),
  annotations: { readOnly: true, openWorld: true },
  run: (input, context) =>
    api.call(context, 'GET', '/redirect', {
      query: { to: input.to },
      largeResults: 'cut',
    }),
});

/** `GET /slow` */
export const slow = defineTool({
  id: 'PetAPI.Slow',
  version: '1.0.0',
  description: 'GET /slow',
  annotations: { readOnly: true, openWorld: true },
  run: (_input, context) =>
    api.call(context, 'GET', '/slow', {
      largeResults: 'cut',
    }),
});

/** `GET /large` */
export const large = defineTool({
  id: 'PetAPI.Large',
  version: '1.0.0',
  description: 'GET /large',
  input: z.strictObject({ bytes: z.number().multipleOf(1).optional() }),
  output: z.string(),
  annotations: { readOnly: true, openWorld: true },
  run: (input, context) =>
    api.call(context, 'GET', '/large', {
      query: { bytes: input.bytes },
    }),
});

/** `GET /wrong` */
export const wrong = defineTool({
  id: 'PetAPI.Wrong',
  version: '1.0.0',
  description: 'GET /wrong',
  output: Pet,
  annotations: { readOnly: true, openWorld: true },
  run: (_input, context) =>
    api.call(context, 'GET', '/wrong'),
});

/** `GET /not-json` */
export const notJson = defineTool({
  id: 'PetAPI.NotJson',
  version: '1.0.0',
  description: 'GET /not-json',
  output: Pet,
  annotations: { readOnly: true, openWorld: true },
  run: (_input, context) =>
    api.call(context, 'GET', '/not-json'),
});

/** `GET /secure/key` */
export const withKey = defineTool({
  id: 'PetAPI.WithKey',
  version: '1.0.0',
  description: 'GET /secure/key',
  annotations: { readOnly: true, openWorld: true },
  requirements: { secrets: [{ id: 'key' }, { id: 'queryKey' }] },
  run: (_input, context) =>
    api.call(context, 'GET', '/secure/key', {
      auth: ['key', 'queryKey'],
      largeResults: 'cut',
    }),
});

/** `GET /secure/password` */
export const withPassword = defineTool({
  id: 'PetAPI.WithPassword',
  version: '1.0.0',
  description: 'GET /secure/password',
  annotations: { readOnly: true, openWorld: true },
  requirements: { secrets: [{ id: 'password' }] },
  run: (_input, context) =>
    api.call(context, 'GET', '/secure/password', {
      auth: ['password'],
      largeResults: 'cut',
    }),
});

/** `GET /secure/token` */
export const withToken = defineTool({
  id: 'PetAPI.WithToken',
  version: '1.0.0',
  description: 'GET /secure/token',
  annotations: { readOnly: true, openWorld: true },
  requirements: { authorization: [{ id: 'login', oauth2: { scopes: ['pets:read'] } }] },
  run: (_input, context) =>
    api.call(context, 'GET', '/secure/token', {
      auth: ['login'],
      largeResults: 'cut',
    }),
});

/** `GET /secure/refused` */
export const refused = defineTool({
  id: 'PetAPI.Refused',
  version: '1.0.0',
  description: 'GET /secure/refused',
  annotations: { readOnly: true, openWorld: true },
  requirements: { secrets: [{ id: 'key' }] },
  run: (_input, context) =>
    api.call(context, 'GET', '/secure/refused', {
      auth: ['key'],
      largeResults: 'cut',
    }),
});
