import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { makeAccount, openBrowser } from '../browser-test.ts';
import { eventually } from '../eventually.ts';
import { makeLessonWithBank } from '../make-lessons.ts';
import { openUserMenu } from '../screen-steps.ts';

const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

test('logs in, generates and edits a quiz in Spanish, and switches the language', async () => {
  const account = await makeAccount();
  const { course, lesson } = await makeLessonWithBank(account, 'history', {
    courseTitle: 'Historia',
    title: 'El vapor',
  });
  const { page } = await openBrowser({ locale: 'es-ES' });
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill(account.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password);
  await page.locator('form').getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mis cursos' }).waitFor();
  await eventually(() => languageOf(page)).toBe('es');

  await page.goto(`/quiz?course=${course.id}&lesson=${lesson.id}`);
  await page.getByLabel('Número de preguntas').fill('2');
  await page.getByRole('button', { name: 'Generar cuestionario' }).click();
  await page.getByRole('button', { name: 'Editar las preguntas' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Editar las preguntas' });
  await dialog.getByLabel('Enunciado de la pregunta 1').fill('Steam.');
  await dialog
    .getByText(/^(?:El enunciado|La pregunta|Se puede responder)/u)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Publicar los cambios' }).click();
  const reading = page.getByRole('dialog', { name: 'Preguntas generadas' });
  await reading.getByRole('paragraph').filter({ hasText: 'Steam.' }).waitFor();

  await page.goto('/courses');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'My Courses' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'My Courses' }).waitFor();
  await eventually(() => languageOf(page)).toBe('en');
});
