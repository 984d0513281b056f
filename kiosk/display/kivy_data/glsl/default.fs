$HEADER$
void main(void) {
  gl_FragColor = texture2D(texture0, tex_coord0) * frag_color;
}
