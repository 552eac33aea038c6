import { content, defineTool, image } from 'toolwire';
import { z } from 'zod';

const day = z.object({ day: z.string(), high: z.number(), low: z.number(), sky: z.string() });

/** Tools of an app that could be, for the picture in the README. */
export const pictureTools = [
  defineTool({
    id: 'Calendar.AddEvent',
    version: '1.2.0',
    description: 'Puts an event into the calendar.',
    input: z.object({ title: z.string(), at: z.iso.datetime() }),
    requirements: { authorization: [{ id: 'calendar' }] },
    run: () => 'added',
  }),
  defineTool({
    id: 'Calendar.DeleteEvent',
    version: '1.0.0',
    description: 'Removes an event from the calendar.',
    input: z.object({ event: z.string() }),
    annotations: { destructive: true },
    run: () => 'removed',
  }),
  defineTool({
    id: 'Calendar.Search',
    version: '2.0.0',
    description: 'Finds events by their words.',
    input: z.object({ words: z.string() }),
    annotations: { readOnly: true },
    run: () => [],
  }),
  defineTool({
    id: 'Calendar.Search',
    version: '1.0.0',
    description: 'Finds events by their titles.',
    input: z.object({ title: z.string() }),
    deprecation: { since: '2026-06-01', sunset: '2027-01-01', successor: 'Calendar.Search@2.0.0' },
    run: () => [],
  }),
  defineTool({
    id: 'Reports.Build',
    version: '1.0.0',
    description: 'Builds a report as a task.',
    input: z.object({ month: z.string() }),
    taskSupport: 'optional',
    run: () => 'built',
  }),
  defineTool({
    id: 'Weather.Chart',
    version: '1.0.0',
    description: 'Draws the week.',
    input: z.object({ city: z.string() }),
    run: () => content(image(new Uint8Array(), 'image/png')),
  }),
  defineTool({
    id: 'Weather.Forecast',
    version: '1.1.0',
    title: 'Weather forecast',
    description: 'Tells the weather of the next days at a place.',
    input: z.object({
      place: z
        .union([
          z.object({ city: z.string().describe('Such as Graz.'), country: z.string().length(2).optional() }),
          z.object({ latitude: z.number(), longitude: z.number() }),
        ])
        .describe('Where.'),
      days: z.number().int().min(1).max(14).default(3).describe('How many days.'),
      units: z.enum(['metric', 'imperial']).optional(),
    }),
    output: z.object({ city: z.string(), days: z.array(day) }),
    annotations: { readOnly: true },
    run: ({ place }, context) => {
      context.log.info('Asked two stations');
      return {
        city: 'city' in place ? place.city : 'somewhere',
        days: [
          { day: '2026-11-25', high: 7, low: -1, sky: 'clear' },
          { day: '2026-11-26', high: 9, low: 2, sky: 'clouds' },
        ],
      };
    },
  }),
];
