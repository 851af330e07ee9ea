import type { LtiTexts } from './en.ts';

export const texts: LtiTexts = {
  refusedTitle: 'Bu bağlantı açılamadı',
  expired: 'Bu başlatmanın süresi doldu. Kursunuzdaki bağlantıyı yeniden açın.',
  refusals: {
    platform_unknown:
      'Bu öğrenme platformu Lectern’e kayıtlı değil. Lectern yöneticinizden onu kaydetmesini isteyin.',
    platform_refused:
      'Öğrenme platformunuz başlatmayı reddetti. Kursunuzdaki bağlantıyı yeniden açın; işe yaramazsa yöneticinize bildirin.',
    platform_unreachable:
      'Lectern, öğrenme platformunuzun anahtarlarını alamadı. Biraz sonra yeniden deneyin; işe yaramazsa yöneticinize bildirin.',
    launch_expired: 'Bu başlatmanın süresi doldu. Kursunuzdaki bağlantıyı yeniden açın.',
    other_browser:
      'Bu başlatma başka bir pencerede veya tarayıcıda yapıldı ya da çerezleri silindi. Kursunuzdaki bağlantıyı yeniden açın.',
    message_invalid:
      'Öğrenme platformunuzun iletisi geçerli değil. Hiçbir şey değişmedi; yöneticinize bildirin.',
    message_used: 'Bu başlatma daha önce kullanıldı. Kursunuzdaki bağlantıyı yeniden açın.',
    deployment_unknown:
      'Öğrenme platformunun bu dağıtımı kayıtlı değil. Lectern yöneticinizden dağıtım kimliğini eklemesini isteyin.',
    message_unsupported: 'Lectern bu tür bağlantıları desteklemiyor.',
    role_unknown: 'Öğrenme platformunuz bu kurstaki rolünüzü ne eğitmen ne de öğrenci olarak bildiriyor.',
    quiz_missing:
      'Bu bağlantı bir teste götürmüyor veya test artık paylaşılmıyor. Eğitmeninize bildirin; testi yeniden yerleştirebilir.',
    quiz_not_linked:
      'Bu testin sahibi onu bu öğrenme platformuna yerleştirmedi. Eğitmeninize bildirin; testi yeniden yerleştirebilir.',
    return_address:
      'Öğrenme platformu, kayıtlı siteleri arasında olmayan bir adrese yanıt istiyor. Yöneticinize bildirin.',
  },
  blockedTitle: 'Lectern’i yeni bir pencerede açın',
  blocked: 'Tarayıcınız Lectern’in bu sayfanın içinde çalışmasına izin vermiyor.',
  blockedAgain:
    'Tarayıcınız Lectern’in çerezlerini kabul etmiyor. Çerezlere izin verin, ardından bağlantıyı yeniden açın.',
  openWindow: 'Yeni pencerede aç',
  welcome: (name, platform) =>
    name === ''
      ? `${platform} platformundan geliyorsunuz.`
      : `${platform} platformundan ${name} olarak geliyorsunuz.`,
  linkTitle: 'Lectern hesabınızı bağlayın',
  link: 'Testlerinizi burada görmek için Lectern’e bir kez giriş yapın. Lectern hesabınız bu platformdaki hesabınıza bağlı kalır.',
  linkButton: 'Lectern’e giriş yap',
  waiting: 'Hesabınız bağlanır bağlanmaz bu sayfa kendiliğinden devam eder.',
  openTitle: 'Lectern',
  open: (email) => `Bu platform şu Lectern hesabına bağlı: ${email}.`,
  ofOther: 'Bu test başka bir Lectern hesabına ait.',
  openButton: (name) => (name === null ? 'Lectern’i aç' : `Aç: “${name}”`),
  chooseTitle: 'Test seçin',
  choose: 'Öğrenciler testi burada, hesapsız çözer. Puanları not defterine gider.',
  noQuizzes: 'Henüz kayıtlı testiniz yok. Lectern’de bir test kaydedin, sonra geri dönün.',
  questions: (count) => `${count} soru`,
  shared: 'paylaşılıyor',
  add: 'Kursa ekle',
  addOf: (name) => `Kursa ekle: “${name}”`,
  adding: 'Kursunuza dönülüyor…',
};
