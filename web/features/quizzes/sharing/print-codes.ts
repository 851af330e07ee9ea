import type { CreatedClassList } from '#contract/class-lists.ts';

/** Prints a slip for each student, to cut apart: name, link and code. Nothing else of the page is printed. */
export function printCodes({ name, members }: CreatedClassList, link: string): void {
  const frame = document.createElement('iframe');
  frame.title = name;
  frame.style.cssText = 'position: fixed; inline-size: 0; block-size: 0; border: 0';
  document.body.append(frame);
  const { contentDocument: page, contentWindow: view } = frame;
  if (page === null || view === null) throw new Error('The browser opened no page to print.');
  page.title = name;
  page.body.style.cssText = 'font: 14px/1.5 system-ui, sans-serif; margin: 0';
  for (const member of members) {
    const slip = page.createElement('p');
    slip.style.cssText = 'margin: 0; padding: 12px 0; border-bottom: 1px dashed #888; break-inside: avoid';
    const [who, where, code] = [
      page.createElement('strong'),
      page.createElement('span'),
      page.createElement('code'),
    ];
    who.textContent = [member.name, member.student_number].filter((part) => part !== '').join(' · ');
    where.textContent = link;
    code.textContent = member.code;
    code.style.cssText = 'font-size: 20px; letter-spacing: 1px';
    slip.append(who, page.createElement('br'), where, page.createElement('br'), code);
    page.body.append(slip);
  }
  view.addEventListener('afterprint', () => frame.remove(), { once: true });
  view.print();
}
