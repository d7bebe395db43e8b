/** Elements made by hand: no text ever becomes markup, so that Trusted Types have nothing to refuse. */

type Child = Node | string | false | null | undefined;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | null | undefined>;

/** An element. `onclick` and the like are listeners; `true` sets an attribute without a value, `false` leaves it out. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  append(made, children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A picture of one path. Decoration unless it has a `label`. */
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
