import type { VNode } from 'preact';

/** The line drawings of the page, in a square of 16. */
const shapes = {
  audio: 'M6 12V3l7-1v9M6 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0M13 11a2 2 0 1 1-4 0 2 2 0 0 1 4 0',
  bolt: 'M9 1.5 3 9h4l-1 5.5L13 7H8.5z',
  box: 'M2 4.5h12v3H2zM3 7.5V14h10V7.5M6.5 10h3',
  calendar: 'M2 3.5h12V14H2zM2 7h12M5 1.5v3M11 1.5v3',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 4.5V8l2.5 1.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  file: 'M4 1.5h5L13 5v9.5H4zM9 1.5V5h4',
  image: 'M2 3h12v10H2zM2 11l4-4 3 3 2-2 3 3M10.5 6h.01',
  key: 'M7.5 8.5a3 3 0 1 1-1-1L14 1.5M11 4.5l2 2',
  logo: 'M3 3.5h10M8 3.5v9M3.5 12.5 8 8l4.5 4.5',
  menu: 'M2 4h12M2 8h12M2 12h12',
  pulse: 'M1 8h3.5L6.5 3l3 10 2-5H15',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M11 11l3.5 3.5',
  warning: 'M8 2 1.5 13.5h13zM8 6.5V10M8 12h.01',
} as const;

export type IconName = keyof typeof shapes;

/** A drawing next to its text, or the whole of a button whose label names it. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="icon" data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
