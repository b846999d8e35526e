// The page of the API: every act can be tried with the session that is open here.
const place = document.getElementById("api");
SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  docExpansion: "none",
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  requestInterceptor(request) {
    if (request.method && request.method !== "GET") request.headers["X-CSRFToken"] = place.dataset.token;
    return request;
  },
});
