import type { LtiTexts } from './en.ts';

/** A counted noun. Arabic has a form for none, one and two, and three more for other numbers. */
const counted = (
  count: number,
  [none, one, two, few, many, other]: readonly [string, string, string, string, string, string],
): string =>
  ({
    zero: none,
    one,
    two,
    few: `${count} ${few}`,
    many: `${count} ${many}`,
    other: `${count} ${other}`,
  })[new Intl.PluralRules('ar').select(count)];

export const texts: LtiTexts = {
  refusedTitle: 'تعذّر فتح هذا الرابط',
  expired: 'انتهت صلاحية عملية الفتح هذه. يُرجى فتح الرابط في مقررك مرة أخرى.',
  refusals: {
    platform_unknown: 'منصة التعلّم هذه غير مسجّلة في Lectern. يُرجى الطلب من مسؤول Lectern لديك تسجيلها.',
    platform_refused:
      'رفضت منصة التعلّم لديك عملية الفتح. يُرجى فتح الرابط في مقررك مرة أخرى؛ وإن لم ينفع ذلك، فيُرجى إبلاغ المسؤول لديك.',
    platform_unreachable:
      'تعذّر على Lectern جلب مفاتيح منصة التعلّم لديك. يُرجى المحاولة مرة أخرى بعد قليل؛ وإن لم ينفع ذلك، فيُرجى إبلاغ المسؤول لديك.',
    launch_expired: 'انتهت صلاحية عملية الفتح هذه. يُرجى فتح الرابط في مقررك مرة أخرى.',
    other_browser:
      'بدأت عملية الفتح هذه في نافذة أخرى أو متصفح آخر، أو حُذفت ملفات تعريف الارتباط الخاصة بها. يُرجى فتح الرابط في مقررك مرة أخرى.',
    message_invalid: 'رسالة منصة التعلّم لديك غير صالحة. لم يتغيّر شيء؛ يُرجى إبلاغ المسؤول لديك.',
    message_used: 'سبق استخدام عملية الفتح هذه. يُرجى فتح الرابط في مقررك مرة أخرى.',
    deployment_unknown:
      'هذا النشر لمنصة التعلّم غير مسجّل. يُرجى الطلب من مسؤول Lectern لديك إضافة معرّف النشر الخاص به.',
    message_unsupported: 'هذا النوع من الروابط غير مدعوم في Lectern.',
    role_unknown: 'لا تذكر منصة التعلّم لديك أن دورك في هذا المقرر هو التدريس أو التعلّم.',
    quiz_missing:
      'لا يؤدي هذا الرابط إلى أي اختبار، أو لم يعد الاختبار مشتركًا. يُرجى إبلاغ معلّمك، إذ يمكنه وضعه مرة أخرى.',
    quiz_not_linked:
      'لم يضع مالك هذا الاختبار اختباره على منصة التعلّم هذه. يُرجى إبلاغ معلّمك، إذ يمكنه وضعه مرة أخرى.',
    return_address: 'تطلب منصة التعلّم إرسال الرد إلى عنوان ليس من مواقعها المسجّلة. يُرجى إبلاغ المسؤول لديك.',
  },
  blockedTitle: 'فتح Lectern في نافذة جديدة',
  blocked: 'لا يسمح متصفحك بعمل Lectern داخل هذه الصفحة.',
  blockedAgain: 'لا يقبل متصفحك ملفات تعريف الارتباط من Lectern. يُرجى السماح بها، ثم فتح الرابط مرة أخرى.',
  openWindow: 'فتح في نافذة جديدة',
  welcome: (name, platform) =>
    name === '' ? `تم الانتقال من المنصة ${platform}.` : `تم الانتقال من المنصة ${platform} باسم ${name}.`,
  linkTitle: 'ربط حسابك في Lectern',
  link: 'لعرض اختباراتك هنا، يُرجى تسجيل الدخول إلى Lectern مرة واحدة. يبقى حسابك في Lectern مرتبطًا بحسابك على هذه المنصة.',
  linkButton: 'تسجيل الدخول إلى Lectern',
  waiting: 'تتابع هذه الصفحة تلقائيًا بمجرد ربط حسابك.',
  openTitle: 'Lectern',
  open: (email) => `هذه المنصة مرتبطة بحساب Lectern ${email}.`,
  ofOther: 'ينتمي هذا الاختبار إلى حساب Lectern آخر.',
  openButton: (name) => (name === null ? 'فتح Lectern' : `فتح «${name}»`),
  chooseTitle: 'اختيار اختبار',
  choose: 'يؤدّيه الطلاب هنا دون حساب. تنتقل نقاطهم إلى سجل الدرجات.',
  noQuizzes: 'ليس لديك اختبارات محفوظة بعد. يُرجى حفظ اختبار في Lectern، ثم العودة إلى هنا.',
  questions: (count) => counted(count, ['لا أسئلة', 'سؤال واحد', 'سؤالان', 'أسئلة', 'سؤالًا', 'سؤال']),
  shared: 'مشترك',
  add: 'إضافة إلى المقرر',
  addOf: (name) => `إضافة «${name}» إلى المقرر`,
  adding: 'جارٍ العودة إلى مقررك…',
};
