// Imported from api.yaml. Edit it: the next import keeps your edits.
import { defineTool, type JsonSchema } from 'toolwire';
import { z } from 'zod';
import { api } from './http.ts';

const listPetsOutput: JsonSchema = {
  items: { $ref: '#/$defs/Pet' },
  type: 'array',
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

const createPetInput: JsonSchema = {
  type: 'object',
  properties: { body: { $ref: '#/$defs/Pet' } },
  required: ['body'],
  additionalProperties: false,
  $defs: {
    Pet: {
      properties: {
        name: { minLength: 1, type: 'string' },
        tags: { items: { type: 'string' }, type: 'array' },
        parent: { $ref: '#/$defs/Pet' },
      },
      type: 'object',
      required: ['name'],
    },
  },
};

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

const updatePetInput: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'integer' }, body: { $ref: '#/$defs/Pet' } },
  required: ['id', 'body'],
  additionalProperties: false,
  $defs: {
    Pet: {
      properties: {
        name: { minLength: 1, type: 'string' },
        tags: { items: { type: 'string' }, type: 'array' },
        parent: { $ref: '#/$defs/Pet' },
      },
      type: 'object',
      required: ['name'],
    },
  },
};

/** `GET /pets` */
export const listPets = defineTool({
  id: 'PetAPI.ListPets',
  version: '1.0.0',
  title: 'List pets',
  description: 'List pets',
  input: z.strictObject({ limit: z.number().multipleOf(1).min(1).max(1000).optional() }),
  output: listPetsOutput,
  annotations: { readOnly: true, openWorld: true },
  run: (input, context) =>
    api.call(context, 'GET', '/pets', {
      query: { limit: input.limit },
    }),
});

/** `POST /pets` */
export const createPet = defineTool({
  id: 'PetAPI.CreatePet',
  version: '1.0.0',
  description: 'POST /pets',
  input: createPetInput,
  output: Pet,
  annotations: { readOnly: false, openWorld: true },
  run: (input, context) =>
    api.call(context, 'POST', '/pets', {
      body: input.body,
      isRepeatable: true,
    }),
});

/** `GET /pets/{id}` */
export const getPet = defineTool({
  id: 'PetAPI.GetPet',
  version: '1.0.0',
  description: 'GET /pets/{id}',
  input: z.strictObject({ id: z.number().multipleOf(1) }),
  output: Pet,
  annotations: { readOnly: true, openWorld: true },
  run: (input, context) =>
    api.call(context, 'GET', '/pets/{id}', {
      path: { id: input.id },
    }),
});

/** `PUT /pets/{id}` */
export const updatePet = defineTool({
  id: 'PetAPI.UpdatePet',
  version: '1.0.0',
  description: 'PUT /pets/{id}',
  input: updatePetInput,
  output: Pet,
  annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  run: (input, context) =>
    api.call(context, 'PUT', '/pets/{id}', {
      path: { id: input.id },
      body: input.body,
    }),
});

/** `DELETE /pets/{id}` */
export const deletePet = defineTool({
  id: 'PetAPI.DeletePet',
  version: '1.0.0',
  description: 'DELETE /pets/{id}',
  input: z.strictObject({ id: z.number().multipleOf(1) }),
  output: z.null(),
  annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  run: (input, context) =>
    api.call(context, 'DELETE', '/pets/{id}', {
      path: { id: input.id },
    }),
});
