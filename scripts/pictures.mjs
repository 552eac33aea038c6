import { filesBelow, readJson } from './packages.mjs';

/**
 * Draws pictures of the docs as SVG. Every picture is a column of blocks. Text wraps, and blocks are as high as their text.
 *
 * @typedef {{ kind: 'heading' | 'note', text: string }} TextBlock
 * @typedef {{ kind: 'arrow', text?: string }} ArrowBlock
 * @typedef {{ title?: string, tag?: string, text?: string }} ListItem
 * @typedef {{ kind: 'box', title?: string, text?: string, tag?: string, tone?: Tone, code?: string[], list?: ListItem[], blocks?: Block[] }} BoxBlock
 * @typedef {{ kind: 'row', blocks: Block[] }} RowBlock
 * @typedef {{ from: string, to?: string, text: string, tone?: Tone }} SequenceStep Without `to`, the step happens in `from`.
 * @typedef {{ kind: 'sequence', lanes: string[], steps: SequenceStep[] }} SequenceBlock
 * @typedef {TextBlock | ArrowBlock | BoxBlock | RowBlock | SequenceBlock} Block
 * @typedef {{ title: string, description: string, blocks: Block[] }} Picture
 * @typedef {'plain' | 'core' | 'good' | 'warn' | 'bad'} Tone
 * @typedef {'light' | 'dark'} Theme
 * @typedef {{ svg: string[], height: number }} Drawn
 * @typedef {{ size: number, weight?: number, mono?: boolean, color: string, anchor?: 'start' | 'middle' | 'end' }} TextStyle
 * @typedef {{ fill: string, stroke: string, title: string, text: string }} ToneColors
 */

/** At 390 px, the width of a phone, text of 16 px is 12 px high. */
const pictureWidth = 520;
const fontSize = 16;
const lineHeight = 22;
const margin = 18;
const padding = 14;
const gap = 12;

/** @type {Record<Theme, { page: string, line: string, title: string, text: string, string: string, tones: Record<Tone, ToneColors> }>} */
const themes = {
  light: {
    page: '#ffffff',
    line: '#6b7a90',
    title: '#1b2330',
    text: '#475262',
    string: '#166534',
    tones: {
      plain: { fill: '#f6f8fb', stroke: '#cfd7e3', title: '#1b2330', text: '#475262' },
      core: { fill: '#3451b2', stroke: '#3451b2', title: '#ffffff', text: '#ffffff' },
      good: { fill: '#ecfdf3', stroke: '#86cfa3', title: '#14532d', text: '#14532d' },
      warn: { fill: '#fff8e6', stroke: '#e0bd62', title: '#6b4a00', text: '#6b4a00' },
      bad: { fill: '#fef0f0', stroke: '#e3a0a0', title: '#8b1a1a', text: '#8b1a1a' },
    },
  },
  dark: {
    page: '#0d1117',
    line: '#8b98a9',
    title: '#e6edf3',
    text: '#b3bec9',
    string: '#7ee0a0',
    tones: {
      plain: { fill: '#161b22', stroke: '#343c47', title: '#e6edf3', text: '#b3bec9' },
      core: { fill: '#3451b2', stroke: '#5f7ae0', title: '#ffffff', text: '#ffffff' },
      good: { fill: '#10281a', stroke: '#2f6b46', title: '#a6e9bd', text: '#a6e9bd' },
      warn: { fill: '#2b2310', stroke: '#7a6225', title: '#f0d48a', text: '#f0d48a' },
      bad: { fill: '#2d1416', stroke: '#7d3236', title: '#f5b5b5', text: '#f5b5b5' },
    },
  },
};

/**
 * Every picture of docs/pictures that has a description, by its path.
 * @returns {ReadonlyMap<string, string>}
 */
export function drawPictures() {
  const descriptions = filesBelow('docs/pictures').filter((path) => path.endsWith('.json'));
  return new Map(
    descriptions.flatMap((path) => {
      const place = path.replace(/\.json$/, '');
      return [
        [`${place}.svg`, drawPicture(readJson(path), 'light')],
        [`${place}-dark.svg`, drawPicture(readJson(path), 'dark')],
      ];
    }),
  );
}

/**
 * @param {Picture} picture
 * @param {Theme} theme
 */
function drawPicture({ title, description, blocks }, theme) {
  const { svg, height } = drawColumn(blocks, { x: margin, y: margin, width: pictureWidth - 2 * margin, theme });
  const size = `viewBox="0 0 ${pictureWidth} ${height + 2 * margin}" width="${pictureWidth}" height="${height + 2 * margin}"`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="ui-sans-serif, system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="${fontSize}" role="img" aria-labelledby="t d">`,
    `  <title id="t">${escape(title)}</title>`,
    `  <desc id="d">${escape(description)}</desc>`,
    `  <rect width="${pictureWidth}" height="${height + 2 * margin}" rx="12" fill="${themes[theme].page}"/>`,
    ...svg.map((line) => `  ${line}`),
    '</svg>',
  ].join('\n')}\n`;
}

/** @typedef {{ x: number, y: number, width: number, theme: Theme, height?: number }} Area A `height` is the least height of a box. */

/**
 * @param {readonly Block[]} blocks
 * @param {Area} area
 * @returns {Drawn}
 */
function drawColumn(blocks, area) {
  /** @type {string[]} */
  const svg = [];
  let { y } = area;
  for (const [index, block] of blocks.entries()) {
    const drawn = drawBlock(block, { x: area.x, y, width: area.width, theme: area.theme });
    svg.push(...drawn.svg);
    const isLast = index === blocks.length - 1;
    y += drawn.height + (isLast ? 0 : gap);
  }
  return { svg, height: y - area.y };
}

/**
 * @param {Block} block
 * @param {Area} area
 * @returns {Drawn}
 */
function drawBlock(block, area) {
  const { title, text } = themes[area.theme];
  switch (block.kind) {
    case 'heading':
      return drawText(block.text, area, { size: 18, weight: 700, color: title });
    case 'note':
      return drawText(block.text, area, { size: fontSize, color: text });
    case 'arrow':
      return drawArrow(block, area);
    case 'row':
      return drawRow(block, area);
    case 'sequence':
      return drawSequence(block, area);
    case 'box':
      return drawBox(block, area);
  }
}

/**
 * @param {BoxBlock} box
 * @param {Area} area
 * @returns {Drawn}
 */
function drawBox(box, { x, y, width, theme, height = 0 }) {
  const colors = themes[theme].tones[box.tone ?? 'plain'];
  const inner = { x: x + padding, width: width - 2 * padding, theme };
  /** @type {string[]} */
  const svg = [];
  let bottom = y + padding - 4;
  const add = (/** @type {Drawn} */ drawn) => {
    svg.push(...drawn.svg);
    bottom += drawn.height;
  };
  const addItem = (/** @type {ListItem} */ { title, tag, text }) => {
    if (title !== undefined) add(drawTitle({ title, ...(tag && { tag }) }, inner, bottom, colors));
    if (text !== undefined) add(drawText(text, { ...inner, y: bottom }, { size: fontSize, color: colors.text }));
  };
  addItem(box);
  for (const line of box.code ?? []) {
    svg.push(codeLine(line, inner.x, bottom + fontSize, themes[theme], colors));
    bottom += lineHeight;
  }
  for (const [index, item] of (box.list ?? []).entries()) {
    if (index > 0 || box.title !== undefined) {
      svg.push(`<path d="M${inner.x} ${bottom + 5}h${inner.width}" stroke="${colors.stroke}"/>`);
      bottom += 9;
    }
    addItem(item);
  }
  if (box.blocks !== undefined) {
    bottom += 6;
    add(drawColumn(box.blocks, { ...inner, y: bottom }));
    bottom += 6;
  }
  const full = Math.max(height, bottom - y + padding - 6);
  const frame = `<rect x="${x}" y="${y}" width="${width}" height="${full}" rx="10" fill="${colors.fill}" stroke="${colors.stroke}"/>`;
  return { svg: [frame, ...svg], height: full };
}

/**
 * A title, with a tag at the right end of its first line.
 * @param {{ title: string, tag?: string }} item
 * @param {{ x: number, width: number, theme: Theme }} inner
 * @param {number} y
 * @param {ToneColors} colors
 * @returns {Drawn}
 */
function drawTitle({ title, tag }, inner, y, colors) {
  const tagWidth = tag === undefined ? 0 : widthOf(tag, { size: fontSize, mono: true, color: '' }) + gap;
  const area = { ...inner, y, width: inner.width - tagWidth };
  const { svg, height } = drawText(title, area, { size: fontSize, weight: 700, color: colors.title });
  if (tag === undefined) return { svg, height };
  const style = /** @type {const} */ ({ size: fontSize, mono: true, color: colors.text, anchor: 'end' });
  return { svg: [...svg, textLine(tag, inner.x + inner.width, y + fontSize, style)], height };
}

/**
 * @param {RowBlock} row
 * @param {Area} area
 * @returns {Drawn}
 */
function drawRow({ blocks }, { x, y, width, theme }) {
  const each = (width - gap * (blocks.length - 1)) / blocks.length;
  const areas = blocks.map((_block, index) => ({ x: x + index * (each + gap), y, width: each, theme }));
  const draw = (/** @type {number} */ height) =>
    areas.map((area, index) => drawBlock(/** @type {Block} */ (blocks[index]), { ...area, height }));
  const height = Math.max(...draw(0).map((drawn) => drawn.height));
  return { svg: draw(height).flatMap(({ svg }) => svg), height };
}

/**
 * @param {ArrowBlock} arrow
 * @param {Area} area
 * @returns {Drawn}
 */
function drawArrow({ text }, { x, y, width, theme }) {
  const { line, text: color } = themes[theme];
  const middle = x + width / 2;
  const svg = [arrowPath(middle, y - gap + 3, middle, y + 14, line)];
  if (text !== undefined) svg.push(textLine(text, middle + 12, y + 8, { size: fontSize, color }));
  return { svg, height: 12 };
}

/**
 * @param {SequenceBlock} sequence
 * @param {Area} area
 * @returns {Drawn}
 */
function drawSequence({ lanes, steps }, { x, y, width, theme }) {
  const colors = themes[theme];
  const each = (width - gap * (lanes.length - 1)) / lanes.length;
  const places = new Map(lanes.map((lane, index) => [lane, x + index * (each + gap) + each / 2]));
  const head = drawLanes(places, { x, y, width: each, theme });
  const placeOf = (/** @type {string} */ lane) => {
    const place = places.get(lane);
    if (place === undefined) throw new Error(`The picture has no lane '${lane}'. It has ${lanes.join(', ')}.`);
    return place;
  };
  /** @type {string[]} */
  const svg = [];
  let bottom = y + head.height + gap;
  for (const { from, to, text, tone } of steps) {
    const start = placeOf(from);
    const end = placeOf(to ?? from);
    if (to === undefined) {
      const wide = Math.min(width, Math.max(each, widthOf(text, { size: fontSize, color: '' }) + 2 * padding + 2, 150));
      const boxWidth = Math.min(wide, 300, width);
      const left = Math.min(Math.max(start - boxWidth / 2, x), x + width - boxWidth);
      const box = drawBox({ kind: 'box', text, tone: tone ?? 'core' }, { x: left, y: bottom, width: boxWidth, theme });
      svg.push(...box.svg);
      bottom += box.height + gap;
      continue;
    }
    const color = tone === undefined ? colors.line : colors.tones[tone].title;
    const labelWidth = Math.min(width, Math.max(Math.abs(end - start) - 10, 250));
    const lines = wrap(text, labelWidth, { size: fontSize, color: '' });
    const widest = Math.max(...lines.map((line) => widthOf(line, { size: fontSize, color: '' })));
    const middle = Math.min(Math.max((start + end) / 2, x + widest / 2), x + width - widest / 2);
    const labelHeight = lines.length * lineHeight;
    svg.push(
      `<rect x="${round(middle - widest / 2 - 3)}" y="${bottom}" width="${round(widest + 6)}" height="${labelHeight}" fill="${colors.page}"/>`,
      ...lines.map((line, index) =>
        textLine(line, middle, bottom + fontSize + index * lineHeight, {
          size: fontSize,
          color: tone === undefined ? colors.title : color,
          anchor: 'middle',
        }),
      ),
      arrowPath(start, bottom + labelHeight + 6, end, bottom + labelHeight + 6, color),
    );
    bottom += labelHeight + 12 + gap;
  }
  const lifelines = [...places.values()].map(
    (place) =>
      `<path d="M${round(place)} ${y + head.height}V${bottom}" stroke="${colors.line}" stroke-dasharray="3 5"/>`,
  );
  return { svg: [...head.svg, ...lifelines, ...svg], height: bottom - y };
}

/**
 * The names of the lanes, each in a box above its line.
 * @param {ReadonlyMap<string, number>} places
 * @param {Area} area The `width` is that of a box.
 * @returns {Drawn}
 */
function drawLanes(places, { y, width, theme }) {
  const { fill, stroke, title } = themes[theme].tones.plain;
  const style = /** @type {const} */ ({ size: fontSize, weight: 700, color: title, anchor: 'middle' });
  const lanes = [...places].map(([lane, place]) => ({ place, lines: wrap(lane, width - 12, style) }));
  const height = Math.max(...lanes.map(({ lines }) => lines.length)) * lineHeight + padding;
  const svg = lanes.flatMap(({ place, lines }) => {
    const top = y + (height - lines.length * lineHeight) / 2;
    return [
      `<rect x="${round(place - width / 2)}" y="${y}" width="${round(width)}" height="${height}" rx="10" fill="${fill}" stroke="${stroke}"/>`,
      ...lines.map((line, index) => textLine(line, place, top + fontSize + index * lineHeight, style)),
    ];
  });
  return { svg, height };
}

/**
 * @param {string} text
 * @param {Area} area
 * @param {TextStyle} style
 * @returns {Drawn}
 */
function drawText(text, { x, y, width }, style) {
  const lines = wrap(text, width, style);
  const svg = lines.map((line, index) => textLine(line, x, y + fontSize + index * lineHeight, style));
  return { svg, height: lines.length * lineHeight };
}

/**
 * @param {string} text
 * @param {number} width
 * @param {TextStyle} style
 * @returns {string[]}
 */
function wrap(text, width, style) {
  /** @type {string[]} */
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, style) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
    if (widthOf(line, style) > width) throw new Error(`'${line}' is wider than its place in the picture. Shorten it.`);
  }
  return [...lines, line];
}

/**
 * An estimate that is rather too wide than too narrow, because the fonts of readers differ.
 * @param {string} text
 * @param {TextStyle} style
 */
function widthOf(text, { size, weight, mono }) {
  if (mono === true) return text.length * size * 0.61;
  const letters = Array.from(text).reduce((sum, letter) => {
    if (/[ iljtfrI.,:;'’|()[\]]/.test(letter)) return sum + 0.36;
    return sum + (/[mwMWA-Z@—…]/.test(letter) ? 0.8 : 0.57);
  }, 0);
  return letters * size * (weight === 700 ? 1.06 : 1);
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {TextStyle} style
 */
function textLine(text, x, y, { size, weight, mono, color, anchor }) {
  const attributes = [
    size === fontSize ? '' : ` font-size="${size}"`,
    weight === undefined ? '' : ` font-weight="${weight}"`,
    mono === true ? monospace : '',
    anchor === undefined || anchor === 'start' ? '' : ` text-anchor="${anchor}"`,
  ].join('');
  return `<text x="${round(x)}" y="${round(y)}" fill="${color}"${attributes}>${escape(text)}</text>`;
}

const monospace = ` font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"`;

/**
 * A line of code, with its strings in color.
 * @param {string} line
 * @param {number} x
 * @param {number} y
 * @param {{ string: string }} theme
 * @param {ToneColors} colors
 */
function codeLine(line, x, y, theme, colors) {
  const code = escape(line.replace(/^ +/, (spaces) => '\u00A0'.repeat(spaces.length))).replaceAll(
    /'[^']*'/g,
    (text) => `<tspan fill="${theme.string}">${text}</tspan>`,
  );
  return `<text x="${x}" y="${y}" fill="${colors.title}"${monospace}>${code}</text>`;
}

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} color
 */
function arrowPath(x1, y1, x2, y2, color) {
  const isDown = x1 === x2;
  const back = x2 > x1 ? -8 : 8;
  const head = isDown ? `M${round(x2 - 6)} ${y2 - 8}h12l-6 9z` : `M${round(x2 + back)} ${y2 - 6}v12l${-back} -6z`;
  return `<path d="M${round(x1)} ${y1}${isDown ? `V${y2 - 6}` : `H${round(x2 + back)}`}" stroke="${color}" stroke-width="2"/><path d="${head}" fill="${color}"/>`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
