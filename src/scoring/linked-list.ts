/** A place in a {@link LinkedList}. */
export interface LinkedNode<T> {
  readonly value: T;
  previous: LinkedNode<T> | undefined;
  next: LinkedNode<T> | undefined;
}

/** Keeps values in the order they came; every operation takes constant time. */
export interface LinkedList<T> {
  readonly size: number;
  readonly first: LinkedNode<T> | undefined;
  add(value: T): LinkedNode<T>;
  /** Takes out a node that is in this list; must not be called twice for one. */
  remove(node: LinkedNode<T>): void;
}

/** Creates an empty list. */
export function createLinkedList<T>(): LinkedList<T> {
  let first: LinkedNode<T> | undefined;
  let last: LinkedNode<T> | undefined;
  let size = 0;
  return {
    get size() {
      return size;
    },
    get first() {
      return first;
    },
    add(value) {
      const node: LinkedNode<T> = { value, previous: last, next: undefined };
      if (last === undefined) first = node;
      else last.next = node;
      last = node;
      size++;
      return node;
    },
    remove(node) {
      if (node.previous === undefined) first = node.next;
      else node.previous.next = node.next;
      if (node.next === undefined) last = node.previous;
      else node.next.previous = node.previous;
      size--;
    },
  };
}
