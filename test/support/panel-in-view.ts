import { type Locator, type Page } from 'playwright-core';

/** The parts of the editor that are outside of the window while a tall kind of field has its condition open. */
export async function panelFaults(page: Page): Promise<string[]> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const isInView = async (found: Locator) => {
    const { y, height } = (await found.boundingBox())!;
    return y >= 0 && y + height <= page.viewportSize()!.height;
  };
  const panel = page.locator('[data-field-panel]');
  const faults: string[] = [];
  await page.evaluate('scrollTo(0, 0)');
  for (const kind of ['Drop-down list', 'Formula']) {
    await button(kind).focus();
    await page.keyboard.press('Enter');
    for (let options = 2; kind === 'Drop-down list' && options < 6; options += 1)
      await button('Add an option').click();
    await page.getByText('When it is shown').click();
    if (!(await isInView(panel))) faults.push(`${kind}: its properties`);
    for (const found of [panel.locator('#field-label'), button('Duplicate'), button('Save and continue')]) {
      await found.focus();
      for (const each of [found, button('Save and continue')])
        if (!(await isInView(each))) faults.push(`${kind}: ${await each.innerText()}`);
    }
  }
  return faults;
}
