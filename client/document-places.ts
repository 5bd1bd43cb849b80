/** A field of the signer, in points from the upper left corner of the displayed page. */
interface Place {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  words: string;
}

/** The signer's fields, read from the list on the page. */
export function readPlaces(): Place[] {
  return [...document.querySelectorAll<HTMLElement>('[data-place]')].map(({ dataset, textContent }) => ({
    ...(JSON.parse(dataset.place!) as Omit<Place, 'words'>),
    words: textContent.trim(),
  }));
}

/**
 * Marks the fields on the page. Screen readers use the list above the document instead.
 * @param size of the displayed page, in points
 */
export function markPlaces(places: Place[], { width, height }: { width: number; height: number }): Element[] {
  return places.map((place) => {
    const mark = document.createElement('div');
    mark.className = 'document-place';
    mark.setAttribute('aria-hidden', 'true');
    mark.textContent = place.words;
    const share = (points: number, whole: number) => `${(100 * points) / whole}%`;
    mark.style.left = share(place.x, width);
    mark.style.top = share(place.y, height);
    mark.style.width = share(place.width, width);
    mark.style.height = share(place.height, height);
    return mark;
  });
}
