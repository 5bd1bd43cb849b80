/** A place that the signer fills, in points from the upper left corner of its page as it is shown. */
interface Place {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  words: string;
}

/** The signer's own places, which the page lists. */
export function readPlaces(): Place[] {
  return [...document.querySelectorAll<HTMLElement>('[data-place]')].map(({ dataset, textContent }) => ({
    ...(JSON.parse(dataset.place!) as Omit<Place, 'words'>),
    words: textContent.trim(),
  }));
}

/**
 * Marks where something of the signer will stand. Who has the page read aloud hears the list above it.
 * @param size of the page as it is shown, in points
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
