/** An element of HTML with attributes and children; texts are texts, never markup. */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** An element of SVG. */
export function shape(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(target, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, value);
  target.append(...children);
  return target;
}
