/** Identifies an element among its siblings: its id, or `data-key` in a list. */
const keyOf = (node: Node): string | undefined =>
  node instanceof Element ? node.id || node.getAttribute('data-key') || undefined : undefined;

/** Whether one can become the other without being replaced. */
const isAlike = (from: Node, to: Node) =>
  from.nodeType === to.nodeType && from.nodeName === to.nodeName && keyOf(from) === keyOf(to);

/** Gives an element the attributes and children of another, leaving unchanged parts untouched. */
export function morph(from: Element, to: Element): void {
  takeAttributes(from, to);
  takeChildren(from, to);
}

/** Whether a <details> is open is the reader's choice. */
const isOwn = (element: Element, name: string) => name === 'open' && element.localName === 'details';

function takeAttributes(from: Element, to: Element): void {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !isOwn(from, name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value && !isOwn(from, name)) from.setAttribute(name, value);
}

function takeChildren(from: Element, to: Element): void {
  const wanted = [...to.childNodes];
  const keys = new Set(wanted.map(keyOf));
  // Removed elements go first, so remaining ones need not move: moving loses the focus.
  for (const child of [...from.children])
    if (keyOf(child) !== undefined && !keys.has(keyOf(child))) child.remove();
  const kept = new Map([...from.children].map((child) => [keyOf(child), child]));
  let at: ChildNode | null = from.firstChild;
  for (const node of wanted) {
    const key = keyOf(node);
    const match: Node | null | undefined = key === undefined ? at : kept.get(key);
    if (match && isAlike(match, node)) {
      if (match === at) at = at.nextSibling;
      else from.insertBefore(match, at);
      become(match, node);
    } else from.insertBefore(document.importNode(node, true), at);
  }
  while (at) {
    const next: ChildNode | null = at.nextSibling;
    at.remove();
    at = next;
  }
}

function become(from: Node, to: Node): void {
  if (from instanceof Element && to instanceof Element) morph(from, to);
  else if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
}
