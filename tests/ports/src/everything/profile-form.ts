import type { InputRequest } from 'toolwire';

const friends = ['Monica', 'Rachel', 'Joey', 'Chandler', 'Ross', 'Phoebe'];
const instruments = ['Guitar', 'Piano', 'Violin', 'Drums', 'Bass'];
const pets = ['Cats', 'Dogs', 'Birds', 'Fish', 'Reptiles'];

const titled = (kind: string, ...titles: readonly string[]) =>
  titles.map((title, index) => ({ const: `${kind}-${index + 1}`, title }));

/** A form with a field of every kind. */
export const profileForm: InputRequest = {
  kind: 'form',
  message: 'Please provide inputs for the following fields:',
  schema: {
    type: 'object',
    properties: {
      name: { title: 'String', type: 'string', description: 'Your full, legal name' },
      check: { title: 'Boolean', type: 'boolean', description: 'Agree to the terms and conditions' },
      firstLine: {
        title: 'String with default',
        type: 'string',
        description: 'Favorite first line of a story',
        default: 'It was a dark and stormy night.',
      },
      email: {
        title: 'String with email format',
        type: 'string',
        format: 'email',
        description: 'Your email address (will be verified, and never shared with anyone else)',
      },
      homepage: {
        type: 'string',
        format: 'uri',
        title: 'String with uri format',
        description: 'Portfolio / personal website',
      },
      birthdate: {
        title: 'String with date format',
        type: 'string',
        format: 'date',
        description: 'Your date of birth',
      },
      integer: {
        title: 'Integer',
        type: 'integer',
        description: 'Your favorite integer (do not give us your phone number, pin, or other sensitive info)',
        minimum: 1,
        maximum: 100,
        default: 42,
      },
      number: {
        title: 'Number in range 1-1000',
        type: 'number',
        description: 'Favorite number (there are no wrong answers)',
        minimum: 0,
        maximum: 1000,
        default: 3.14,
      },
      untitledSingleSelectEnum: {
        type: 'string',
        title: 'Untitled Single Select Enum',
        description: 'Choose your favorite friend',
        enum: friends,
        default: 'Monica',
      },
      untitledMultipleSelectEnum: {
        type: 'array',
        title: 'Untitled Multiple Select Enum',
        description: 'Choose your favorite instruments',
        minItems: 1,
        maxItems: 3,
        items: { type: 'string', enum: instruments },
        default: ['Guitar'],
      },
      titledSingleSelectEnum: {
        type: 'string',
        title: 'Titled Single Select Enum',
        description: 'Choose your favorite hero',
        oneOf: titled('hero', 'Superman', 'Green Lantern', 'Wonder Woman'),
        default: 'hero-1',
      },
      titledMultipleSelectEnum: {
        type: 'array',
        title: 'Titled Multiple Select Enum',
        description: 'Choose your favorite types of fish',
        minItems: 1,
        maxItems: 3,
        items: { anyOf: titled('fish', 'Tuna', 'Salmon', 'Trout') },
        default: ['fish-1'],
      },
      legacyTitledEnum: {
        type: 'string',
        title: 'Legacy Titled Single Select Enum',
        description: 'Choose your favorite type of pet',
        enum: pets.map((_pet, index) => `pet-${index + 1}`),
        enumNames: pets,
        default: 'pet-1',
      },
    },
    required: ['name'],
  },
};
