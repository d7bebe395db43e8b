/** Builds DOM elements. Text is never parsed as markup, as Trusted Types require. */

type Child = Node | string | false | null | undefined;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | null | undefined>;

/** An element. Functions such as `onclick` become listeners; `true` sets an empty attribute, `false` omits it. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG image of one path; decorative unless it has an `aria-label`. */
export function picture(viewBox: string, d: string, attributes: Attributes = {}): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  setAttributes(svg, {
    viewBox,
    'aria-hidden': attributes['aria-label'] === undefined ? 'true' : false,
    ...attributes,
  });
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child !== false && child !== null && child !== undefined) element.append(child);
  }
}
