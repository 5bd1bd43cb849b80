/** Takes the person back by itself once the result was shown; only once in a tab, so that the back button is no trap. */

const WAIT_MS = 3_000;

const back = document.querySelector<HTMLElement>('[data-return]');
if (back && sessionStorage.getItem(location.pathname) === null) {
  setTimeout(() => {
    sessionStorage.setItem(location.pathname, 'returned');
    location.assign(back.dataset.return!);
  }, WAIT_MS);
} else {
  back?.remove();
}
